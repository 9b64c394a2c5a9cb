import type { Actor, Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import type { Input, Output } from '../../http/operation.ts'
import { found } from './search.ts'
import { deleteFavourites, findSkus, listFavourites, saveFavourites } from './store.ts'

/**
 * Lays out the tiles of a shop's registers, for all of them at once; without any article they are head office's again.
 * The last save counts: nothing of it is money.
 */
export async function setFavourites(
  ctx: Context,
  actor: Actor,
  { body }: Input<'skus.setFavourites'>,
): Promise<Output<'skus.setFavourites'>> {
  const storeId = actor.employee!.store_id!
  const ids = [...new Set(body.sku_ids)]
  const known = await findSkus(ctx.db, ids)
  if (known.filter(({ active }) => active).length < ids.length) throw new Problem('SKU_NOT_FOUND')
  if (ids.length === 0) await deleteFavourites(ctx.db, storeId)
  else await saveFavourites(ctx.db, storeId, ids)
  return { items: await found(ctx, actor, await listFavourites(ctx.db, storeId)) }
}
