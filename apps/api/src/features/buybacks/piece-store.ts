import type { BuybackWay } from '@shirogane/contract/terms/buyback-words'
import type { Db, Row, Tx } from '../../db/sql.ts'

type Place = 'shelf' | 'hold' | 'damaged'
/** `held`: its days are not over; `gone`: another request was quicker. */
type Outcome = 'done' | 'held' | 'gone'

const today = `(ledger.now() at time zone 'Asia/Tokyo')::date`

/** Where in the stock of a store a piece lies; null where it does not. */
export async function findPlace(tx: Tx, storeId: string, skuId: string): Promise<Place | null> {
  const row = await tx.first<Row & { place: Place | null }>(
    `select case when shelf > 0 then 'shelf' when hold > 0 then 'hold' when damaged > 0 then 'damaged' end as place
     from ledger.stock_levels where store_id = $1 and sku_id = $2`,
    [storeId, skuId],
    'place-of-piece',
  )
  return row?.place ?? null
}

export async function disposeItem(
  tx: Tx,
  piece: { buyback_id: string; line: number; kind: BuybackWay; to: string; employee_id: string },
): Promise<Outcome> {
  const touched = await tx
    .run(
      `update buyback_items set disposed_on = ${today}, disposed_to = $3, disposed_by = $4, disposed_kind = $5
       where buyback_id = $1 and line = $2 and disposed_on is null and held_until < ${today}`,
      [piece.buyback_id, piece.line, piece.to, piece.employee_id, piece.kind],
      'dispose-buyback-item',
    )
    .catch(asTaken)
  return touched === null ? 'gone' : touched === 1 ? 'done' : reasonOf(tx, piece)
}

export async function putOnSale(
  tx: Tx,
  piece: { buyback_id: string; line: number; sku_id: string; employee_id: string },
): Promise<Outcome> {
  const touched = await tx
    .run(
      `update buyback_items set sku_id = $3, stocked_on = ${today}, stocked_by = $4
       where buyback_id = $1 and line = $2 and disposed_on is null and sku_id is null and held_until < ${today}`,
      [piece.buyback_id, piece.line, piece.sku_id, piece.employee_id],
      'put-piece-on-sale',
    )
    .catch(asTaken)
  return touched === null ? 'gone' : touched === 1 ? 'done' : reasonOf(tx, piece)
}

/** The door of the ledger has the last word: what is on a shelf, was sold or went back is not let go by a row alone. */
function asTaken(error: unknown): null {
  if (['23514', '23001'].includes((error as { code?: string }).code ?? '')) return null
  throw error
}

async function reasonOf(
  tx: Tx,
  { buyback_id, line }: { buyback_id: string; line: number },
): Promise<Outcome> {
  const row = await tx.first<Row & { held: boolean }>(
    `select held_until >= ${today} as held from buyback_items where buyback_id = $1 and line = $2`,
    [buyback_id, line],
    'piece-is-held',
  )
  return row?.held === true ? 'held' : 'gone'
}

/** False where the buyer of this sale is on record already. */
export async function recordBuyer(
  tx: Tx,
  buyer: {
    buyback_id: string
    line: number
    transaction_id: string
    name: string
    address: string
    occupation: string
    age: number
    employee_id: string
  },
): Promise<boolean> {
  const touched = await tx.run(
    `insert into buyback_buyers (buyback_id, line, transaction_id, name, address, occupation, age, recorded_by, recorded_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, ledger.now()) on conflict do nothing`,
    [
      buyer.buyback_id,
      buyer.line,
      buyer.transaction_id,
      buyer.name,
      buyer.address,
      buyer.occupation,
      buyer.age,
      buyer.employee_id,
    ],
    'record-buyer-of-piece',
  )
  return touched === 1
}

/** One photograph of a piece at a time: they are numbered from 1. Answers how many there are. */
export async function lockPhotos(
  tx: Tx,
  { buyback_id, line }: { buyback_id: string; line: number },
): Promise<number> {
  await tx.rows(`select pg_advisory_xact_lock(hashtextextended('photos of ' || $1 || $2, 0))`, [
    buyback_id,
    String(line),
  ])
  const row = await tx.first<Row & { photos: number }>(
    `select count(*)::int as photos from buyback_photos where buyback_id = $1 and line = $2`,
    [buyback_id, line],
    'count-photos-of-piece',
  )
  return row!.photos
}

export async function recordPhoto(
  tx: Tx,
  photo: {
    buyback_id: string
    line: number
    position: number
    name: string
    encrypted_key: Buffer
    employee_id: string
  },
): Promise<void> {
  await tx.run(
    `insert into buyback_photos (buyback_id, line, position, name, encrypted_key, taken_by, taken_at)
     values ($1, $2, $3, $4, $5, $6, ledger.now())`,
    [photo.buyback_id, photo.line, photo.position, photo.name, photo.encrypted_key, photo.employee_id],
    'record-photo-of-piece',
  )
}

export function findPhoto(
  db: Db,
  photo: { buyback_id: string; line: number; position: number },
): Promise<(Row & { name: string; encrypted_key: Buffer }) | null> {
  return db.first(
    `select name, encrypted_key from buyback_photos where buyback_id = $1 and line = $2 and position = $3`,
    [photo.buyback_id, photo.line, photo.position],
    'photo-of-piece',
  )
}
