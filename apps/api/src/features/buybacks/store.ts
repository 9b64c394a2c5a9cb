import type { BuybackPayment } from '@shirogane/contract/terms/buyback-words'
import type { BuybackDetails, Lookalike } from '@shirogane/contract/resources/brand/buybacks'
import { buyerNeededFrom } from '@shirogane/contract/terms/buyback-words'
import { limits } from '@shirogane/contract/rules/limits'
import type { BuybackTerms } from '@shirogane/domain/buyback/price-piece'
import type { Db, Row } from '../../db/sql.ts'
import { Problem } from '../../http/problem.ts'
import type { QuotedItem } from './rules.ts'

/** By what is bought now; refused before a price of silver has been agreed on. */
export async function getTerms(db: Db): Promise<BuybackTerms> {
  const row = await db.first<{ price_per_g: number | null; rate_a: number; rate_b: number; rate_c: number }>(
    `select price_per_g, rate_a, rate_b, rate_c from ledger.buyback_terms()`,
    [],
    'buyback-terms',
  )
  if (!row) throw new Error('There are no terms of buying')
  const { price_per_g } = row
  if (price_per_g === null) throw new Problem('SILVER_RATE_MISSING')
  return { price_per_g, rates: { A: row.rate_a, B: row.rate_b, C: row.rate_c } }
}

export async function listLookalikes(db: Db, items: readonly QuotedItem[]): Promise<Lookalike[]> {
  return db.rows<Row & Lookalike>(
    `select line, buyback_id, number, on_date as "on", name, features, by from ledger.buyback_lookalikes($1)`,
    [JSON.stringify(items)],
    'buyback-lookalikes',
  )
}

export type ReadMember = Row & {
  id: string
  code_id: string
  username: string
  name: string | null
  address: string | null
  date_of_birth: string | null
  kyc_approved: boolean
  suspended_at: Date | null
  is_own: boolean
  state: string
  expires_at: Date
  purchases: number
}

/** Whose pay code this is. Reading it here claims nothing: it can still pay. */
export function findMemberOfCode(db: Db, hash: Uint8Array, employeeId: string): Promise<ReadMember | null> {
  return db.first<ReadMember>(
    `select u.id, c.id as code_id, u.username, nullif(concat_ws(' ', u.last_name, u.first_name), '') as name,
       coalesce(nullif(concat('', a.prefecture, a.city, a.town, a.street, ' ' || a.building), ''), u.address) as address,
       u.date_of_birth, u.kyc_status = 'approved' as kyc_approved, u.suspended_at, c.state, c.expires_at,
       ledger.is_own_account($2, u.id) as is_own,
       (select count(*)::int from buybacks b where b.customer_id = u.id and b.reversed_at is null) as purchases
     from ledger.pay_codes c join users u on u.id = c.user_id left join addresses a on a.user_id = u.id
     where c.token_hash = $1 or c.code_hash = $1 limit 1`,
    [hash, employeeId],
    'member-of-code',
  )
}

/**
 * Says that this desk has read the code; false where another one did. A desk that lost the answer reads it once more.
 */
export async function recordReading(
  db: Db,
  reading: { id: string; user_id: string; code_id: string; store_id: string; employee_id: string },
): Promise<boolean> {
  await db.run(
    `insert into desk_readings (id, user_id, store_id, employee_id, pay_code_id, at)
     values ($1, $2, $3, $4, $5, ledger.now())
     on conflict (pay_code_id) where pay_code_id is not null do nothing`,
    [reading.id, reading.user_id, reading.store_id, reading.employee_id, reading.code_id],
    'record-desk-reading',
  )
  const own = await db.first(
    'select 1 as own from desk_readings where pay_code_id = $1 and store_id = $2 and employee_id = $3',
    [reading.code_id, reading.store_id, reading.employee_id],
    'own-desk-reading',
  )
  return own !== null
}

export async function recordLook(
  db: Db,
  look: {
    id: string
    at: Date
    actor_id: string
    action:
      | 'buyback.read'
      | 'buyback.show'
      | 'buyback.csv'
      | 'buyback.print'
      | 'buyback.dispose'
      | 'buyback.stock'
      | 'buyback.buyer'
      | 'buyback.photo'
      | 'buyback.photo_added'
      | 'buyback.settle'
      | 'buyback.reverse'
    subject_id: string | null
    object: string
    request_id: string
  },
): Promise<void> {
  await db.run(
    `insert into audit_log (id, at, actor_id, action, subject_id, object, request_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [look.id, look.at, look.actor_id, look.action, look.subject_id, look.object, look.request_id],
    'record-buyback-look',
  )
}

/** Whether this purchase of theirs is posted: then it is answered as it was, and nothing is paid again. */
export async function isBoughtBy(db: Db, id: string, employeeId: string): Promise<boolean> {
  const row = await db.first<Row & { id: string }>(
    `select id from buybacks where id = $1 and employee_id = $2`,
    [id, employeeId],
    'buyback-bought-by',
  )
  return row !== null
}

export async function isReversedBy(db: Db, id: string, transactionId: string): Promise<boolean> {
  const row = await db.first<Row & { id: string }>(
    `select id from buybacks where id = $1 and reversal_id = $2`,
    [id, transactionId],
    'buyback-reversed-by',
  )
  return row !== null
}

export type BuybackRow = Row & {
  id: string
  number: string
  status: 'paid' | 'stopped' | 'reversed'
  on: string
  at: Date
  store_id: string
  store: string
  employee: string
  customer_id: string | null
  username: string | null
  seller_name: string
  seller_address: string
  seller_occupation: string
  seller_date_of_birth: string
  seller_age: number
  document: BuybackDetails['seller']['document']
  document_tail: string | null
  method: BuybackDetails['seller']['method']
  purpose: string
  price_per_g: number
  amount: number
  paid_by: BuybackPayment
  bank: BuybackDetails['bank']
  bank_paid_at: Date | null
  signature: number[][]
  note: string | null
  pieces: number
  net_weight_mg: number
  held: number
  employee_id: string
  reversed_at: Date | null
  reversed_by: string | null
  reversal_approved_by: string | null
  reversal_reason: string | null
  /** Its business day is still the shop's. */
  is_of_today: boolean
}

/** What left by hand has its day; what left by a sale is found in the stock. */
const isHere = (item: string) => `${item}.disposed_on is null and (${item}.sku_id is null
  or (select p.transaction_id from ledger.piece_sale(${item}.sku_id) p) is null)`

const columns = `b.id, b.number, case when b.reversed_at is null then b.status else 'reversed' end as status,
  b.on_date as "on", b.at, b.store_id, s.name as store, e.name as employee,
  b.customer_id, u.username, b.seller_name, b.seller_address, b.seller_occupation, b.seller_date_of_birth,
  extract(year from age(b.on_date, b.seller_date_of_birth))::int as seller_age, b.document, b.document_tail, b.method,
  b.purpose, b.price_per_g, b.amount, b.paid_by, b.bank, b.bank_paid_at, b.signature, b.note,
  i.pieces, i.net_weight_mg, case when b.reversed_at is null then i.held else 0 end as held, b.employee_id, b.reversed_at,
  r.name as reversed_by, a.name as reversal_approved_by, b.reversal_reason,
  b.business_date = ledger.shop_date(b.store_id) as is_of_today
  from buybacks b join stores s on s.id = b.store_id join employees e on e.user_id = b.employee_id
  left join users u on u.id = b.customer_id
  left join employees r on r.user_id = b.reversed_by left join employees a on a.user_id = b.reversal_approved_by
  cross join lateral (select sum(quantity)::int as pieces, sum(net_weight_mg)::bigint as net_weight_mg,
    (count(*) filter (where ${isHere('x')}))::int as held from buyback_items x where x.buyback_id = b.id) i`

export type Filter = {
  store_id: string | null
  from: string | null
  until: string | null
  q: string
  status: 'all' | 'held' | 'awaits_bank' | 'stopped' | 'reversed'
}

const matching = `($1::uuid is null or b.store_id = $1) and ($2::date is null or b.on_date >= $2)
  and ($3::date is null or b.on_date <= $3)
  and ($4 = '' or b.seller_search like '%' || $4 || '%' or b.number = upper($5)
    or exists (select from buyback_items x where x.buyback_id = b.id and x.serial_key = upper($5)))
  and case $6 when 'all' then true when 'stopped' then b.status = 'stopped'
    when 'reversed' then b.reversed_at is not null
    when 'awaits_bank' then b.status = 'paid' and b.reversed_at is null and b.paid_by = 'bank' and b.bank_paid_at is null
    else b.reversed_at is null
      and exists (select from buyback_items x where x.buyback_id = b.id and ${isHere('x')}) end`

const valuesOf = ({ store_id, from, until, q, status }: Filter, search: string): unknown[] => [
  store_id,
  from,
  until,
  search.replace(/[\\%_]/g, '\\$&'),
  q.replace(/[\s-]/g, '') === '' ? '' : q,
  status,
]

export function listBuybacks(
  db: Db,
  filter: Filter,
  search: string,
  offset: number,
  limit: number,
): Promise<BuybackRow[]> {
  return db.rows<BuybackRow>(
    `select ${columns} where ${matching} order by b.at desc, b.id desc offset $7 limit $8`,
    [...valuesOf(filter, search), offset, limit],
    'buybacks',
  )
}

export async function countBuybacks(db: Db, filter: Filter, search: string): Promise<number> {
  const row = await db.first<Row & { count: number }>(
    `select count(*)::int as count from (
       select 1 from buybacks b where ${matching} limit ${limits.listTotalCap + 1}) counted`,
    valuesOf(filter, search),
    'buybacks-count',
  )
  return row?.count ?? 0
}

export function findBuyback(db: Db, id: string): Promise<BuybackRow | null> {
  return db.first<BuybackRow>(`select ${columns} where b.id = $1`, [id], 'buyback')
}

export type ItemRow = Row & BuybackDetails['items'][number] & { buyback_id: string }

export function listItems(db: Db, ids: readonly string[]): Promise<ItemRow[]> {
  return db.rows<ItemRow>(
    `select i.buyback_id, i.line, i.kind, i.name, i.quantity, i.fineness, i.gross_weight_mg, i.deduction_mg, i.grade,
       i.features, i.serial, i.net_weight_mg, i.rate_bp, i.amount, i.held_until,
       (select count(*)::int from buyback_photos p where p.buyback_id = i.buyback_id and p.line = i.line) as photos,
       case when i.sku_id is not null then jsonb_build_object('id', k.id, 'sku', k.sku, 'price', k.price, 'on', i.stocked_on)
         end as article,
       case when i.disposed_on is not null then coalesce(i.disposed_kind, 'other') when t.id is not null then 'sold' end as way,
       coalesce(i.disposed_on, (t.completed_at at time zone 'Asia/Tokyo')::date) as disposed_on,
       coalesce(i.disposed_to, w.name) as disposed_to,
       case when t.id is not null then jsonb_build_object('id', t.id, 'number', t.number, 'amount', l.subtotal,
         'member', u.username, 'needs_buyer', w.name is null and ${buyerNeededFrom} <= (
           -- The law counts what one buyer paid for all of them.
           select sum(x.subtotal) from ledger.transaction_lines x join buyback_items y on y.sku_id = x.sku_id
           where x.transaction_id = t.id),
         'buyer', case when w.name is not null then jsonb_build_object('name', w.name, 'address', w.address,
           'occupation', w.occupation, 'age', w.age) end) end as sale
     from buyback_items i
     left join skus k on k.id = i.sku_id
     left join lateral ledger.piece_sale(i.sku_id) s on i.sku_id is not null
     left join ledger.transactions t on t.id = s.transaction_id
     left join ledger.transaction_lines l on l.transaction_id = s.transaction_id and l.line = s.line
     left join users u on u.id = t.customer_id
     left join buyback_buyers w on w.buyback_id = i.buyback_id and w.line = i.line and w.transaction_id = s.transaction_id
     where i.buyback_id = any ($1) order by i.buyback_id, i.line`,
    [ids],
    'buyback-items',
  )
}
