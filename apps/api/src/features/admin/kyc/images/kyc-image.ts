import type { Actor, Context } from '../../../../context.ts'
import { uuidv7 } from '../../../../db/uuid.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { isArchived } from '../../../kyc/rules.ts'
import { openFile, privateObject } from '../../../kyc/encrypt.ts'
import { type FileRow, findFile, recordLook } from '../../../kyc/store.ts'

/** One picture for a reviewer's eyes. The look is on record before the first byte leaves. */
export async function image(
  ctx: Context,
  actor: Actor,
  { params, requestId }: Input<'admin.kycImage'>,
): Promise<Output<'admin.kycImage'>> {
  const file = await getVisible(ctx, params.id, params.side)
  const now = ctx.now()
  await recordLook(ctx.db, {
    id: uuidv7(now),
    at: now,
    actor_id: actor.user_id,
    action: 'kyc.image',
    subject_id: file.user_id,
    object: `${params.id}/${params.side}`,
    request_id: requestId,
  })
  return new Uint8Array(await openPrivate(ctx, file))
}

export async function getVisible(ctx: Context, requestId: string, side: string): Promise<FileRow> {
  const file = await findFile(ctx.db, requestId, side)
  if (!file) throw new Problem('NOT_FOUND')
  if (isArchived(file, ctx.now())) throw new Problem('KYC_ARCHIVED')
  return file
}

export async function openPrivate(ctx: Context, file: FileRow): Promise<Buffer> {
  const encrypted = await ctx.privateObjects.get(privateObject(file.object))
  if (!encrypted || !file.encrypted_key) throw new Error('A private file is not where its row says')
  return openFile(ctx.keys, file.object, encrypted, file.encrypted_key)
}
