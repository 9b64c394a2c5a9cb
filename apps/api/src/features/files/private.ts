import { randomBytes } from 'node:crypto'
import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { checkPicture, keepPicture } from '../../images/intake.ts'
import { type Drawing, redraw } from '../../images/redraw.ts'
import { privateObject, encryptFile } from '../kyc/encrypt.ts'
import { recordFile } from '../kyc/store.ts'

/** Takes a picture of documents or a face: drawn anew, closed with a key of its own, and shown to no one by any address. */
export async function privateFile(
  ctx: Context,
  actor: Actor,
  { file }: Input<'files.private'>,
): Promise<Output<'files.private'>> {
  checkPicture(file.bytes, { longSideMin: limits.privateLongSideMin })
  const bytes = await drawnWhole(ctx, actor, file.bytes)
  const name = newName()
  const encrypted_key = await putEncrypted(ctx, name, bytes)
  await recordFile(ctx.db, { name, user_id: actor.user_id, encrypted_key, at: ctx.now() })
  return { filepath: `private/${name}` }
}

type Covered = Drawing['covered']

/** The whole picture, large enough to read the small print of a card. */
export function drawnWhole(ctx: Context, actor: Actor, original: Buffer, covered?: Covered): Promise<Buffer> {
  const side = limits.privateLongSidePx
  return redraw(ctx, actor, original, {
    width: side,
    height: side,
    quality: 86,
    whole: true,
    ...(covered && { covered }),
  })
}

export function newName(): string {
  return randomBytes(16).toString('hex')
}

/** Answers the closed key, without which the file is noise. */
export async function putEncrypted(ctx: Context, name: string, bytes: Buffer): Promise<Buffer> {
  const { encrypted, encrypted_key } = encryptFile(ctx.keys, name, bytes)
  await keepPicture(ctx, ctx.privateObjects, privateObject(name), encrypted)
  return encrypted_key
}
