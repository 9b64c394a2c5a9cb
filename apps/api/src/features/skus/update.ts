import { falseClaim } from '@shirogane/contract/inputs/silver-names'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { recordChange } from '../admin/index.ts'
import { presentRecord } from './present.ts'
import { recorded } from './record.ts'
import { foldForSearch } from '@shirogane/contract/rules/fold'
import { isBarcode, pricedBy } from './rules.ts'
import { changeSku, findSku, findSkuForUpdate, type PricedSkuRow, type WrittenSku } from './store.ts'

/** Changes an article. What is in a cart somewhere is priced anew when it is paid: the server's word counts, not the register's. */
export async function updateSku(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'skus.update'>,
): Promise<Output<'skus.update'>> {
  if (body.barcode !== undefined && !isBarcode(body.barcode)) throw new Problem('BARCODE_FORMAT')
  await ctx.transact(async (tx) => {
    const before = await findSkuForUpdate(tx, params.id)
    if (!before) throw new Problem('SKU_NOT_FOUND')
    if (before.version !== body.version) throw new Problem('CONFLICT')
    const priced = pricedBy(
      {
        price: body.price ?? before.price,
        by_weight: body.by_weight === undefined ? byWeightOf(before) : body.by_weight,
        fineness: body.fineness === undefined ? (before.fineness as never) : body.fineness,
        weight_mg: body.weight_mg === undefined ? before.weight_mg : body.weight_mg,
      },
      before.price_per_g,
    )
    if ('code' in priced) throw new Problem(priced.code)
    const name = body.name ?? before.name
    const category = body.category ?? before.category
    // After a change of any field: an article that still claims too much is not saved, also where it had this name
    // before.
    if (falseClaim(name, priced.fineness, category) !== null) throw new Problem('SKU_SILVER_NAME')
    const { version: _, updated_at: __, price_per_g: ___, image: ____, piece: _____, ...kept } = before
    const after: WrittenSku = {
      ...kept,
      barcode: body.barcode ?? before.barcode,
      name,
      search_text: foldForSearch(`${name} ${before.sku}`),
      tax_rate_bp: body.tax_rate ?? before.tax_rate_bp,
      picture: body.picture ?? before.picture,
      active: body.active ?? before.active,
      category,
      not_returnable: body.not_returnable === undefined ? before.not_returnable : body.not_returnable,
      stocked: body.stocked ?? before.stocked,
      size: body.size === undefined ? before.size : body.size,
      quick_order: body.quick_order === undefined ? before.quick_order : body.quick_order,
      ...priced,
    }
    await changeSku(tx, after)
    await recordChange(ctx, tx, {
      actor,
      requestId,
      action: 'sku.change',
      object: `sku:${before.id}`,
      before: recorded({ ...kept, search_text: '' }),
      after: recorded(after),
    })
  })
  return presentRecord((await findSku(ctx.db, params.id))!)
}

function byWeightOf(row: PricedSkuRow) {
  if (row.pricing === 'fixed') return null
  const { weighed, labor_fee, stone_fee } = row
  return { weighed, coefficient_bp: row.coefficient_bp!, labor_fee, stone_fee }
}
