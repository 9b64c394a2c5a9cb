import { randomBytes } from 'node:crypto'
import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { checkPicture, keepPicture } from '../../../images/intake.ts'
import { redraw } from '../../../images/redraw.ts'
import { articleObject, articleTileObject, photoOf } from '../photo-rules.ts'
import { recordPhoto } from '../photo-store.ts'
import { changePhoto } from '../photo.ts'
import { findSku } from '../store.ts'

/** Keeps no byte of what was sent: the photograph is drawn anew in two sizes, and the article shows it from then on. */
export async function setPhoto(
  ctx: Context,
  actor: Actor,
  { params, file, requestId }: Input<'skus.setPhoto'>,
): Promise<Output<'skus.setPhoto'>> {
  if (!(await findSku(ctx.db, params.id))) throw new Problem('SKU_NOT_FOUND')
  checkPicture(file.bytes, { longSideMin: limits.articleLongSideMin })
  const sheet = await squareOf(ctx, actor, file.bytes, limits.articleSheetPx)
  // From the drawing, and not from what was sent: that is decoded once.
  const tile = await squareOf(ctx, actor, sheet, limits.articleTilePx)
  const name = randomBytes(16).toString('hex')
  await keepPicture(ctx, ctx.objects, articleObject(name), sheet)
  await keepPicture(ctx, ctx.objects, articleTileObject(name), tile)
  await recordPhoto(ctx.db, name, actor.user_id)
  await changePhoto(ctx, actor, { sku_id: params.id, name, requestId })
  return { photo: photoOf(name) }
}

function squareOf(ctx: Context, actor: Actor, bytes: Buffer, side: number): Promise<Buffer> {
  return redraw(ctx, actor, bytes, { width: side, height: side, quality: 82 })
}
