import { foldForSearch } from '@shirogane/contract/rules/fold'
import type { SkuCategory } from '@shirogane/contract/terms/sku-terms'
import type { Sku } from '@shirogane/contract/resources/brand/skus'
import type { Actor, Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { recordChange } from '../admin/index.ts'
import { recorded } from './record.ts'
import { inStoreBarcode } from './rules.ts'
import { insertSku, nextInStoreNumber, type WrittenSku } from './store.ts'

/**
 * An article of which there is one: a piece that a shop bought from a customer. False where the id is taken already.
 */
export async function createPiece(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  requestId: string,
  piece: {
    id: string
    sku: string
    name: string
    price: number
    category: SkuCategory
    picture: Sku['picture']
    fineness: number
    weight_mg: number
    size: string | null
  },
): Promise<boolean> {
  const row: WrittenSku = {
    ...piece,
    barcode: inStoreBarcode(await nextInStoreNumber(tx)),
    search_text: foldForSearch(`${piece.name} ${piece.sku}`),
    // The catalogue weighs no more than a kilogram; the ledger of second-hand articles has the weight all the same.
    weight_mg: piece.weight_mg <= 1_000_000 ? piece.weight_mg : null,
    tax_rate_bp: 1_000,
    active: true,
    not_returnable: null,
    stocked: true,
    pricing: 'fixed',
    weighed: false,
    coefficient_bp: null,
    labor_fee: 0,
    stone_fee: 0,
    quick_order: null,
  }
  if (!(await insertSku(tx, row))) return false
  await recordChange(ctx, tx, {
    actor,
    requestId,
    action: 'sku.create',
    object: `sku:${row.id}`,
    before: null,
    after: recorded(row),
  })
  return true
}
