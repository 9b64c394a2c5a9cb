import type { Actor, Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { recordChange } from '../admin/index.ts'
import { articleObject, articleTileObject } from './photo-rules.ts'
import { dropUntakenPhotos, showPhoto } from './photo-store.ts'
import { findSkuForUpdate } from './store.ts'

export async function changePhoto(
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

const untakenKeptMs = 86_400_000

/** The round of a job: photographs that no article has shown for a day. */
export async function forgetUntakenPhotos(ctx: Context): Promise<void> {
  const gone = await dropUntakenPhotos(ctx.db, new Date(ctx.now().getTime() - untakenKeptMs))
  for (const name of gone) {
    await ctx.objects.remove(articleObject(name))
    await ctx.objects.remove(articleTileObject(name))
  }
}
