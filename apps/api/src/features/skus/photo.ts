import { randomBytes } from 'node:crypto'
import { limits } from '@shirogane/contract/limits'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { checkPicture, keepPicture } from '../../images/intake.ts'
import { redraw } from '../../images/redraw.ts'
import { recordChange } from '../admin/index.ts'
import { goodsObject, goodsTileObject, photoOf } from './photo-rules.ts'
import { dropUntakenPhotos, recordPhoto, showPhoto } from './photo-store.ts'
import { findSku, findSkuForUpdate } from './store.ts'

/** Keeps no byte of what was sent: the photograph is drawn anew in two sizes, and the article shows it from then on. */
export async function setPhoto(
  ctx: Context,
  actor: Actor,
  { params, file, requestId }: Input<'skus.setPhoto'>,
): Promise<Output<'skus.setPhoto'>> {
  if (!(await findSku(ctx.db, params.id))) throw new Problem('SKU_NOT_FOUND')
  await ctx.limits.spend({
    bucket: `goods-photos:${actor.user_id}`,
    max: limits.goodsPhotosPerDay,
    windowSeconds: 86_400,
  })
  checkPicture(file.bytes, { longSideMin: limits.goodsLongSideMin })
  const sheet = await squareOf(file.bytes, limits.goodsSheetPx)
  // From the drawing, and not from what was sent: that is decoded once.
  const tile = await squareOf(sheet, limits.goodsTilePx)
  const name = randomBytes(16).toString('hex')
  await keepPicture(ctx, ctx.objects, goodsObject(name), sheet)
  await keepPicture(ctx, ctx.objects, goodsTileObject(name), tile)
  await recordPhoto(ctx.db, name, actor.user_id)
  await show(ctx, actor, { sku_id: params.id, name, requestId })
  return { photo: photoOf(name) }
}

/** The drawing stands for the article again. */
export async function removePhoto(
  ctx: Context,
  actor: Actor,
  { params, requestId }: Input<'skus.removePhoto'>,
): Promise<undefined> {
  await show(ctx, actor, { sku_id: params.id, name: null, requestId })
}

async function show(
  ctx: Context,
  actor: Actor,
  { sku_id, name, requestId }: { sku_id: string; name: string | null; requestId: string },
): Promise<void> {
  await ctx.transact(async (tx) => {
    const sku = await findSkuForUpdate(tx, sku_id)
    if (!sku) throw new Problem('SKU_NOT_FOUND')
    if (sku.image === name) return
    await showPhoto(tx, { sku_id, before: sku.image, after: name })
    // The name of a file says nothing to a reader: the act does.
    await recordChange(ctx, tx, {
      actor,
      requestId,
      action: name === null ? 'sku.photo_removed' : 'sku.photo',
      object: `sku:${sku_id}`,
      before: null,
      after: { photo: name },
    })
  })
}

function squareOf(bytes: Buffer, side: number): Promise<Buffer> {
  return redraw(bytes, { width: side, height: side, quality: 82 })
}

const untakenKeptMs = 86_400_000

/** The round of the keeper: photographs that no article has shown for a day. */
export async function forgetUntakenPhotos(ctx: Context): Promise<void> {
  const gone = await dropUntakenPhotos(ctx.db, new Date(ctx.now().getTime() - untakenKeptMs))
  for (const name of gone) {
    await ctx.objects.remove(goodsObject(name))
    await ctx.objects.remove(goodsTileObject(name))
  }
}
