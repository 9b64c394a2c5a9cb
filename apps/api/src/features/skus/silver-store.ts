import type { Db, Row, Tx } from '../../db/sql.ts'

export type RateRow = Row & {
  id: string
  price_per_g: number
  note: string
  status: 'requested' | 'approved' | 'rejected'
  requested_by: string
  requested_by_name: string
  requested_at: Date
  decided_by: string | null
  decided_by_name: string | null
  decided_at: Date | null
}

const rates = `select r.id, r.price_per_g, r.note, r.status, r.requested_by, a.name as requested_by_name, r.requested_at,
    r.decided_by, d.name as decided_by_name, r.decided_at
  from silver_rates r join employees a on a.user_id = r.requested_by left join employees d on d.user_id = r.decided_by`

/** With whether the reader counts as another person than the one who entered the rate that waits. */
export function listRates(db: Db, readerId: string): Promise<(RateRow & { is_others: boolean })[]> {
  return db.rows(
    `select w.*, w.status <> 'requested' or ledger.independent(w.requested_by, $1) as is_others
     from (${rates} order by r.requested_at desc limit 30) w order by w.requested_at desc`,
    [readerId],
    'silver-rates',
  )
}

export function findRateForUpdate(tx: Tx, id: string): Promise<RateRow | null> {
  return tx.first(`${rates} where r.id = $1 for no key update of r`, [id])
}

export async function getRateInForce(db: Db): Promise<{ price_per_g: number | null; since: Date | null }> {
  const row = await db.first<Row & { price_per_g: number | null; since: Date | null }>(
    `select silver_rate_in_force() as price_per_g,
       (select updated_at from settings where key = 'silver_price_per_g') as since`,
    [],
    'silver-rate',
  )
  return row!
}

/** False where the id is taken already. */
export async function recordRate(
  tx: Tx,
  rate: { id: string; price_per_g: number; note: string; requested_by: string },
): Promise<boolean> {
  const touched = await tx.run(
    `insert into silver_rates (id, price_per_g, note, requested_by, requested_at) values ($1, $2, $3, $4, ledger.now())
     on conflict (id) do nothing`,
    [rate.id, rate.price_per_g, rate.note, rate.requested_by],
  )
  return touched === 1
}

export async function decideRate(
  tx: Tx,
  { id, status, decided_by }: { id: string; status: 'approved' | 'rejected'; decided_by: string },
): Promise<void> {
  await tx.run(
    'update silver_rates set status = $2, decided_by = $3, decided_at = ledger.now() where id = $1',
    [id, status, decided_by],
  )
}

/** Every price that follows it changes with it, in this commit. */
export async function putRateInForce(tx: Tx, price_per_g: number): Promise<void> {
  await tx.run(
    `insert into settings (key, value, updated_at) values ('silver_price_per_g', to_jsonb($1::bigint), ledger.now())
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
    [price_per_g],
  )
}

export type PriceChange = Row & { id: string; sku: string; name: string; before: number; after: number }

/** What a rate would make of the prices. */
export function listPriceChanges(db: Db, price_per_g: number): Promise<PriceChange[]> {
  return db.rows(
    `select * from (
       select id, sku, name, price as before,
         silver_price(weight_mg, fineness, $1::bigint, coefficient_bp, labor_fee, stone_fee) as after
       from skus where pricing = 'weight' and active) p
     where before <> after order by sku limit 500`,
    [price_per_g],
    'silver-changes',
  )
}
