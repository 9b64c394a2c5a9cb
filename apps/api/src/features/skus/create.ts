import { falseClaim } from '@shirogane/contract/inputs/silver-names'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { recordChange } from '../admin/index.ts'
import { presentRecord } from './present.ts'
import { recorded } from './record.ts'
import { foldForSearch } from '@shirogane/contract/rules/fold'
import { inStoreBarcode, isBarcode, pricedBy } from './rules.ts'
import { getRateInForce } from './silver-store.ts'
import { findSku, findSkuForUpdate, insertSku, nextInStoreNumber, type WrittenSku } from './store.ts'

/** The maker names the id, so that a form that was sent twice makes one article. */
export async function createSku(
  ctx: Context,
  actor: Actor,
  { body, requestId }: Input<'skus.create'>,
): Promise<Output<'skus.create'>> {
  if (body.barcode !== undefined && !isBarcode(body.barcode)) throw new Problem('BARCODE_FORMAT')
  if (falseClaim(body.name, body.fineness, body.category) !== null) throw new Problem('SKU_SILVER_NAME')
  const { price_per_g } = await getRateInForce(ctx.db)
  const priced = pricedBy({ ...body, price: body.price }, price_per_g)
  if ('code' in priced) throw new Problem(priced.code)
  await ctx.transact(async (tx) => {
    const row: WrittenSku = {
      id: body.id,
      sku: body.sku,
      barcode: body.barcode ?? inStoreBarcode(await nextInStoreNumber(tx)),
      name: body.name,
      search_text: foldForSearch(`${body.name} ${body.sku}`),
      tax_rate_bp: body.tax_rate,
      picture: body.picture,
      active: true,
      category: body.category,
      not_returnable: body.not_returnable,
      stocked: body.stocked,
      size: body.size,
      quick_order: body.quick_order,
      ...priced,
    }
    if (!(await insertSku(tx, row))) {
      const there = await findSkuForUpdate(tx, row.id)
      // The same form again, whose answer was lost: the article is there, and nothing of it is made twice.
      if (there?.sku !== row.sku || there.name !== row.name) throw new Problem('CONFLICT')
      return
    }
    await recordChange(ctx, tx, {
      actor,
      requestId,
      action: 'sku.create',
      object: `sku:${row.id}`,
      before: null,
      after: recorded(row),
    })
  })
  return presentRecord((await findSku(ctx.db, body.id))!)
}
