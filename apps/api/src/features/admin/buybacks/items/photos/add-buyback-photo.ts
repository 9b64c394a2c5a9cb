import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../../../context.ts'
import { uuidv7 } from '../../../../../db/uuid.ts'
import { Answer, type Input, type Output } from '../../../../../http/operation.ts'
import { Problem } from '../../../../../http/problem.ts'
import { checkPicture, keepPicture } from '../../../../../images/intake.ts'
import { redraw } from '../../../../../images/redraw.ts'
import { getDetails } from '../../../../buybacks/get.ts'
import { lockPhotos, recordPhoto } from '../../../../buybacks/piece-store.ts'
import { getPiece } from '../../../../buybacks/piece.ts'
import { photoObjectOf } from '../../../../buybacks/piece.ts'
import { type BuybackRow, type ItemRow, recordLook } from '../../../../buybacks/store.ts'
import { newName, encryptFile } from '../../../../kyc/index.ts'

/** Adds a photograph of a piece while it is here: drawn anew, closed with a key of its own, and never taken off again. */
export async function addPhoto(
  ctx: Context,
  actor: Actor,
  { params, file, requestId }: Input<'admin.addBuybackPhoto'>,
): Promise<Answer<Output<'admin.addBuybackPhoto'>>> {
  const { row, piece } = await getPiece(ctx, actor, params)
  refuseWhatIsFull(row, piece, piece.photos)
  checkPicture(file.bytes, { longSideMin: limits.articleLongSideMin })
  const name = newName()
  const { encrypted, encrypted_key } = encryptFile(ctx.keys, name, await drawn(ctx, actor, file.bytes))
  await keepPicture(ctx, ctx.privateObjects, photoObjectOf(name), encrypted)
  try {
    await ctx.transact(async (tx) => {
      const place = { buyback_id: row.id, line: piece.line }
      const photos = await lockPhotos(tx, place)
      refuseWhatIsFull(row, piece, photos)
      await recordPhoto(tx, {
        ...place,
        position: photos + 1,
        name,
        encrypted_key,
        employee_id: actor.user_id,
      })
      const at = ctx.now()
      await recordLook(tx, {
        id: uuidv7(at),
        at,
        actor_id: actor.user_id,
        action: 'buyback.photo_added',
        subject_id: row.customer_id,
        object: `buyback:${row.id}:${piece.line}`,
        request_id: requestId,
      })
    })
  } catch (error) {
    await ctx.privateObjects.remove(photoObjectOf(name))
    throw error
  }
  return new Answer(await getDetails(ctx, actor, row.id))
}

function refuseWhatIsFull(row: BuybackRow, piece: ItemRow, photos: number): void {
  // What is not here any more cannot be photographed.
  if (piece.way !== null || row.status === 'reversed') throw new Problem('CONFLICT')
  if (photos >= limits.piecePhotosMax)
    throw new Problem('BUYBACK_PHOTOS', { blanks: { n: limits.piecePhotosMax } })
}

/** The whole piece, large enough to read a mark stamped into it. */
function drawn(ctx: Context, actor: Actor, bytes: Buffer): Promise<Buffer> {
  const side = limits.piecePhotoPx
  return redraw(ctx, actor, bytes, { width: side, height: side, quality: 86, whole: true })
}
