import type { Sku } from '@shirogane/contract/skus'
import type { Db, Row } from '../../db/sql.ts'

type SkuRow = Row & Sku

const columns = 'id, sku, barcode, name, price, tax_rate_bp as tax_rate, picture, active'
const resultsMax = 50

export function listQuickItems(db: Db): Promise<SkuRow[]> {
  return db.rows<SkuRow>(
    `select ${columns} from skus where quick_order is not null and active order by quick_order`,
    [],
    'skus-quick',
  )
}

/** Items on sale stand first, an exact code before all others. */
export function searchSkus(db: Db, patterns: readonly string[], exact: string): Promise<SkuRow[]> {
  return db.rows<SkuRow>(
    `select ${columns} from skus
     where search_text like all ($1::text[]) or barcode = $2 or lower(sku) = $2
     order by active desc, (barcode = $2 or lower(sku) = $2) desc, sku limit ${resultsMax}`,
    [patterns, exact],
    'skus-search',
  )
}
