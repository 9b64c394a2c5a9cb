import type { NotReturnable, SkuCategory } from '@shirogane/contract/terms/sku-terms'
import type { Sku } from '@shirogane/contract/resources/brand/skus'
import type { Db, Row, Tx } from '../../db/sql.ts'

type SkuColumns = {
  id: string
  sku: string
  barcode: string
  name: string
  price: number
  tax_rate_bp: 0 | 800 | 1_000
  picture: Sku['picture']
  active: boolean
  category: SkuCategory
  not_returnable: NotReturnable | null
  stocked: boolean
  fineness: number | null
  weight_mg: number | null
  size: string | null
  pricing: 'fixed' | 'weight'
  weighed: boolean
  coefficient_bp: number | null
  labor_fee: number
  stone_fee: number
  quick_order: number | null
  version: number
  updated_at: Date
}
/** With the rate that its price follows. */
export type PricedSkuRow = Row &
  SkuColumns & { price_per_g: number | null; image: string | null; piece: boolean }

const columns = `id, sku, barcode, name, price, tax_rate_bp, picture, active, category, not_returnable, stocked, fineness,
  weight_mg, size, pricing, weighed, coefficient_bp, labor_fee, stone_fee, quick_order, version, updated_at`
const priced = `${columns}, image, exists (select from buyback_items i where i.sku_id = skus.id) as piece,
  silver_rate_in_force() as price_per_g`
const resultsMax = 50

/**
 * What a shop has laid out itself, as far as it is still sold; else, and for a caller without a shop, as head office
 * has it.
 */
export async function listFavourites(db: Db, storeId: string | null): Promise<PricedSkuRow[]> {
  const own = await db.rows<PricedSkuRow>(
    `select ${priced} from skus
     join (
       select u.id, u.place from store_favourites f, unnest(f.sku_ids) with ordinality u (id, place) where f.store_id = $1
     ) f using (id)
     where active order by place`,
    [storeId],
    'skus-favourites',
  )
  if (own.length > 0) return own
  return db.rows(
    `select ${priced} from skus where quick_order is not null and active order by quick_order`,
    [],
    'skus-quick',
  )
}

export async function saveFavourites(db: Db, storeId: string, ids: readonly string[]): Promise<void> {
  await db.run(
    `insert into store_favourites (store_id, sku_ids) values ($1, $2)
     on conflict (store_id) do update set sku_ids = excluded.sku_ids`,
    [storeId, ids],
    'save-favourites',
  )
}

export async function deleteFavourites(db: Db, storeId: string): Promise<void> {
  await db.run('delete from store_favourites where store_id = $1', [storeId], 'delete-favourites')
}

/** Items on sale stand first, an exact code before all others. */
export function searchSkus(db: Db, patterns: readonly string[], exact: string): Promise<PricedSkuRow[]> {
  return db.rows(
    `select ${priced} from skus
     where search_text like all ($1::text[]) or lower(barcode) = $2 or lower(sku) = $2
     order by active desc, (lower(barcode) = $2 or lower(sku) = $2) desc, sku limit ${resultsMax}`,
    [patterns, exact],
    'skus-search',
  )
}

export type SkuFilter = {
  patterns: readonly string[]
  exact: string
  category: string | null
  state: 'active' | 'ended' | 'all'
}
const matching = `(search_text like all ($1::text[]) or lower(barcode) = $2 or lower(sku) = $2)
  and ($3::text is null or category = $3) and ($4 = 'all' or active = ($4 = 'active'))`

export function listSkus(
  db: Db,
  { patterns, exact, category, state }: SkuFilter,
  offset: number,
  limit: number,
): Promise<PricedSkuRow[]> {
  return db.rows(
    `select ${priced} from skus where ${matching} order by sku offset $5 limit $6`,
    [patterns, exact, category, state, offset, limit],
    'skus-list',
  )
}

export async function countSkus(db: Db, { patterns, exact, category, state }: SkuFilter): Promise<number> {
  const row = await db.first<Row & { count: number }>(
    `select count(*) as count from skus where ${matching}`,
    [patterns, exact, category, state],
    'skus-count',
  )
  return row!.count
}

export function findSkus(db: Db, ids: readonly string[]): Promise<PricedSkuRow[]> {
  return db.rows(`select ${priced} from skus where id = any ($1::uuid[])`, [ids], 'skus-by-id')
}

export function findSku(db: Db, id: string): Promise<PricedSkuRow | null> {
  return db.first(`select ${priced} from skus where id = $1`, [id], 'sku')
}

export function findSkuForUpdate(tx: Tx, id: string): Promise<PricedSkuRow | null> {
  return tx.first(`select ${priced} from skus where id = $1 for no key update`, [id])
}

/** The in-store numbers begin with 20; the next one is one above the highest there is. */
export async function nextInStoreNumber(tx: Tx): Promise<number> {
  // One at a time: two articles that are registered together would be given one number.
  await tx.run(`select pg_advisory_xact_lock(hashtext('skus.in-store-number'))`)
  const row = await tx.first<Row & { last: number | null }>(
    `select max(substr(barcode, 3, 10)::bigint) as last from skus where barcode ~ '^20\\d{11}$'`,
  )
  return (row?.last ?? 0) + 1
}

export type WrittenSku = Omit<SkuColumns, 'version' | 'updated_at'> & { search_text: string }

const valuesOf = (sku: WrittenSku) => [
  sku.id,
  sku.sku,
  sku.barcode,
  sku.name,
  sku.search_text,
  sku.price,
  sku.tax_rate_bp,
  sku.picture,
  sku.active,
  sku.category,
  sku.not_returnable,
  sku.stocked,
  sku.fineness,
  sku.weight_mg,
  sku.size,
  sku.pricing,
  sku.weighed,
  sku.coefficient_bp,
  sku.labor_fee,
  sku.stone_fee,
  sku.quick_order,
]

/** False where the id is taken already. */
export async function insertSku(tx: Tx, sku: WrittenSku): Promise<boolean> {
  const touched = await tx.run(
    `insert into skus (id, sku, barcode, name, search_text, price, tax_rate_bp, picture, active, category, not_returnable,
       stocked, fineness, weight_mg, size, pricing, weighed, coefficient_bp, labor_fee, stone_fee, quick_order, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, ledger.now())
     on conflict (id) do nothing`,
    valuesOf(sku),
  )
  return touched === 1
}

export async function changeSku(tx: Tx, sku: WrittenSku): Promise<void> {
  await tx.run(
    `update skus set sku = $2, barcode = $3, name = $4, search_text = $5, price = $6, tax_rate_bp = $7, picture = $8,
       active = $9, category = $10, not_returnable = $11, stocked = $12, fineness = $13, weight_mg = $14, size = $15,
       pricing = $16, weighed = $17, coefficient_bp = $18, labor_fee = $19, stone_fee = $20, quick_order = $21,
       version = version + 1, updated_at = ledger.now()
     where id = $1`,
    valuesOf(sku),
  )
}

/** What the shelves of a store hold of these articles; those without a stock are missing. */
export function listShelves(
  db: Db,
  store: string,
  skus: readonly string[],
): Promise<(Row & { sku_id: string; quantity: number; reserved: number })[]> {
  return db.rows(
    `select l.sku_id, l.shelf as quantity, (case when l.reserved = 0 then 0 else coalesce((
       -- Promises that have ended count no more, even before that is written down.
       select sum(r.quantity) from ledger.stock_reservations r where r.store_id = l.store_id and r.sku_id = l.sku_id
         and r.state = 'active' and r.until > ledger.now()), 0) end)::int as reserved
     from ledger.stock_levels l join skus k on k.id = l.sku_id and k.stocked
     where l.store_id = $1 and l.sku_id = any ($2)`,
    [store, skus],
    'shelves',
  )
}
