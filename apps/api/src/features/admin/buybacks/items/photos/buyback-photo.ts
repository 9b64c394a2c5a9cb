import type { Actor, Context } from '../../../../../context.ts'
import { uuidv7 } from '../../../../../db/uuid.ts'
import type { Input, Output } from '../../../../../http/operation.ts'
import { Problem } from '../../../../../http/problem.ts'
import { findPhoto } from '../../../../buybacks/piece-store.ts'
import { getPiece } from '../../../../buybacks/piece.ts'
import { photoObjectOf } from '../../../../buybacks/piece.ts'
import { recordLook } from '../../../../buybacks/store.ts'
import { openFile } from '../../../../kyc/index.ts'

/** One photograph, for a caller who may read the entry; no cache stores it, and the look is on record. */
export async function photo(
  ctx: Context,
  actor: Actor,
  { params, requestId }: Input<'admin.buybackPhoto'>,
): Promise<Output<'admin.buybackPhoto'>> {
  const { row, piece } = await getPiece(ctx, actor, params)
  const found = await findPhoto(ctx.db, {
    buyback_id: row.id,
    line: piece.line,
    position: Number(params.position),
  })
  if (!found) throw new Problem('NOT_FOUND')
  const at = ctx.now()
  await recordLook(ctx.db, {
    id: uuidv7(at),
    at,
    actor_id: actor.user_id,
    action: 'buyback.photo',
    subject_id: row.customer_id,
    object: `buyback:${row.id}:${piece.line}:${params.position}`,
    request_id: requestId,
  })
  const encrypted = await ctx.privateObjects.get(photoObjectOf(found.name))
  if (!encrypted) throw new Error('A photograph of a piece is not where its row says')
  return new Uint8Array(openFile(ctx.keys, found.name, encrypted, found.encrypted_key))
}
