import type { Sku, SkuRecord } from '@shirogane/contract/resources/brand/skus'
import { photoOf } from './photo-rules.ts'
import type { PricedSkuRow } from './store.ts'

export function presentSku(row: PricedSkuRow): Sku {
  return {
    id: row.id,
    sku: row.sku,
    barcode: row.barcode,
    name: row.name,
    price: row.price,
    tax_rate: row.tax_rate_bp,
    picture: row.picture,
    photo: photoOf(row.image),
    piece: row.piece,
    active: row.active,
    not_returnable: row.not_returnable,
    silver:
      row.pricing === 'fixed'
        ? null
        : {
            weight_mg: row.weight_mg!,
            fineness: row.fineness!,
            price_per_g: row.price_per_g!,
            coefficient_bp: row.coefficient_bp!,
            labor_fee: row.labor_fee,
            stone_fee: row.stone_fee,
            weighed: row.weighed,
          },
  }
}

export function presentRecord(row: PricedSkuRow): SkuRecord {
  return {
    ...presentSku(row),
    category: row.category,
    stocked: row.stocked,
    fineness: row.fineness,
    weight_mg: row.weight_mg,
    size: row.size,
    quick_order: row.quick_order,
    version: row.version,
    updated_at: row.updated_at.toISOString(),
  }
}
