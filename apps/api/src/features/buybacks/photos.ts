import { limits } from '@shirogane/contract/limits'
import type { Actor, Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { Answer, type Input, type Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { checkPicture, keepPicture } from '../../images/intake.ts'
import { redraw } from '../../images/redraw.ts'
import { newName, openFile, sealFile } from '../kyc/index.ts'
import { getDetails } from './get.ts'
import { getPiece } from './piece.ts'
import { findPhoto, lockPhotos, recordPhoto } from './piece-store.ts'
import { type BuybackRow, type ItemRow, recordLook } from './store.ts'

/** The name under which a closed photograph is kept. */
const objectOf = (name: string) => `pieces/${name}`

/** Adds a photograph of a piece while it is here: drawn anew, closed with a key of its own, and never taken off again. */
export async function addPhoto(
  ctx: Context,
  actor: Actor,
  { params, file, requestId }: Input<'admin.addBuybackPhoto'>,
): Promise<Answer<Output<'admin.addBuybackPhoto'>>> {
  const { row, piece } = await getPiece(ctx, actor, params)
  refuseWhatIsFull(row, piece, piece.photos)
  await ctx.limits.spend({
    bucket: `goods-photos:${actor.user_id}`,
    max: limits.goodsPhotosPerDay,
    windowSeconds: 86_400,
  })
  checkPicture(file.bytes, { longSideMin: limits.goodsLongSideMin })
  const name = newName()
  const { sealed, sealed_key } = sealFile(ctx.keys, name, await drawn(file.bytes))
  await keepPicture(ctx, ctx.privateObjects, objectOf(name), sealed)
  try {
    await ctx.transact(async (tx) => {
      const place = { buyback_id: row.id, line: piece.line }
      const photos = await lockPhotos(tx, place)
      refuseWhatIsFull(row, piece, photos)
      await recordPhoto(tx, {
        ...place,
        position: photos + 1,
        name,
        sealed_key,
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
    await ctx.privateObjects.remove(objectOf(name))
    throw error
  }
  return new Answer(await getDetails(ctx, actor, row.id))
}

/** One photograph, for whoever may read the entry; kept in no cache, and the look is on record. */
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
  const sealed = await ctx.privateObjects.get(objectOf(found.name))
  if (!sealed) throw new Error('A photograph of a piece is not where its row says')
  return new Uint8Array(openFile(ctx.keys, found.name, sealed, found.sealed_key))
}

function refuseWhatIsFull(row: BuybackRow, piece: ItemRow, photos: number): void {
  // What is not here any more cannot be photographed.
  if (piece.way !== null || row.status === 'reversed') throw new Problem('CONFLICT')
  if (photos >= limits.piecePhotosMax)
    throw new Problem('BUYBACK_PHOTOS', { blanks: { n: limits.piecePhotosMax } })
}

/** The whole piece, large enough to read a mark stamped into it. */
function drawn(bytes: Buffer): Promise<Buffer> {
  const side = limits.piecePhotoPx
  return redraw(bytes, { width: side, height: side, quality: 86, whole: true })
}
