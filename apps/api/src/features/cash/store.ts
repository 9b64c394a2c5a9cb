import type { CashCheckBody } from '@shirogane/contract/resources/brand/cash'
import type { Db, Row } from '../../db/sql.ts'

/** The business date that is open at the store. */
export function getShopDay(db: Db, storeId: string): Promise<{ business_date: string } | null> {
  return db.first<{ business_date: string }>(
    `select ledger.shop_date($1) as business_date`,
    [storeId],
    'shop-day',
  )
}

/**
 * The last day that anything can have been paid on: at one store, or at the furthest of all. A close begins the next.
 */
export async function getLastDay(db: Db, storeId: string | null): Promise<string> {
  const row = await db.first<{ date: string }>(
    `select max(ledger.shop_date(id)) as date from stores where $1::uuid is null or id = $1`,
    [storeId],
    'last-shop-day',
  )
  return row!.date
}

/** Whose code the register holds for this sale, or whose it is once it is done; null for a sale without a member. */
export function findHeldCustomer(
  db: Db,
  transactionId: string,
  storeId: string,
): Promise<{ customer_id: string; register_id: string | null } | null> {
  return db.first<{ customer_id: string; register_id: string | null }>(
    `select customer_id, register_id from ledger.checkouts
     where id = $1 and store_id = $2 and status in ('open', 'saved')
     union all
     select customer_id, register_id from ledger.transactions
     where id = $1 and store_id = $2 and kind = 'payment' and customer_id is not null`,
    [transactionId, storeId],
    'held-customer',
  )
}

export type NewCheck = Omit<CashCheckBody, 'seen' | 'user_id'> & {
  store_id: string
  register_id: string | null
  employee_id: string
  customer_id: string | null
  business_date: string
  at: Date
}

/** Answers null where a check of that id is there already. */
export function recordCheck(db: Db, check: NewCheck): Promise<{ number: string } | null> {
  return db.first<{ number: string }>(
    `insert into cash_checks (id, store_id, register_id, employee_id, customer_id, transaction_id, business_date, amount,
       name, address, date_of_birth, occupation, purpose, document, document_tail, method, suspicious, note, at, keep_until)
     values ($1, $2, $3, $4, $5, $6, $7::date, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
       ($7::date + interval '7 years')::date)
     on conflict (id) do nothing returning number`,
    [
      check.id,
      check.store_id,
      check.register_id,
      check.employee_id,
      check.customer_id,
      check.transaction_id,
      check.business_date,
      check.amount,
      check.name,
      check.address,
      check.date_of_birth,
      check.occupation,
      check.purpose,
      check.document,
      check.document_tail,
      check.method,
      check.suspicious ?? false,
      check.note ?? null,
      check.at,
    ],
    'record-cash-check',
  )
}

export function findCheck(
  db: Db,
  id: string,
): Promise<{ number: string; business_date: string; employee_id: string; transaction_id: string } | null> {
  return db.first(
    `select number, business_date, employee_id, transaction_id from cash_checks where id = $1`,
    [id],
    'cash-check',
  )
}

export type CheckRow = Row & {
  id: string
  number: string
  business_date: string
  at: Date
  checked_by: string
  store: string
  customer_id: string | null
  username: string | null
  transaction_id: string
  amount: number
  name: string
  address: string
  date_of_birth: string
  occupation: string
  document: CashCheckBody['document']
  document_tail: string | null
  method: CashCheckBody['method']
  purpose: string
  suspicious: boolean
  note: string | null
  keep_until: string
}

type Period = { from: string; until: string; store_id: string | null }

export function listChecks(db: Db, { from, until, store_id }: Period): Promise<CheckRow[]> {
  return db.rows<CheckRow>(
    `select c.id, c.number, c.business_date, c.at, e.name as checked_by, s.name as store, c.customer_id, u.username,
       c.transaction_id, c.amount, c.name, c.address, c.date_of_birth, c.occupation, c.document, c.document_tail, c.method,
       c.purpose, c.suspicious, c.note, c.keep_until
     from cash_checks c join employees e on e.user_id = c.employee_id join stores s on s.id = c.store_id
     left join users u on u.id = c.customer_id
     where c.business_date between $1 and $2 and ($3::uuid is null or c.store_id = $3)
     order by c.at desc, c.id desc limit 500`,
    [from, until, store_id],
    'cash-checks',
  )
}

export type DayRow = Row & {
  business_date: string
  customer_id: string | null
  username: string | null
  name: string | null
  store: string | null
  total: number
  sales: number
  largest: number
  checked: boolean
}

/**
 * Days on which one person may have paid much in cash, in one piece or in several: members over all shops, and without
 * a member what one register took in large pieces. Only pieces of 100,000 and more put a day on the list; a member's
 * sum has the small ones in it.
 */
export function listCashDays(
  db: Db,
  { from, until, store_id }: Period,
  watchOver: number,
): Promise<DayRow[]> {
  return db.rows<DayRow>(
    `with large as (
       select business_date, customer_id, store_id, register_id, count(*)::int as sales, sum(tender_cash)::bigint as total,
         max(tender_cash) as largest, max(completed_at) as at, array_agg(id) as ids
       from ledger.transactions
       where kind = 'payment' and tender_cash >= 100000 and voided_by is null and business_date between $1 and $2
         and ($3::uuid is null or store_id = $3)
       group by business_date, customer_id, case when customer_id is null then store_id end,
         case when customer_id is null then register_id end, store_id, register_id
     ), people as (
       select business_date, customer_id, sum(sales)::int as sales, max(largest) as largest, max(at) as at
       from large where customer_id is not null group by 1, 2
     )
     select p.business_date, p.customer_id, u.username, nullif(concat_ws(' ', u.last_name, u.first_name), '') as name,
       null::text as store, d.total, p.sales, p.largest,
       exists (select from cash_checks c where c.customer_id = p.customer_id and c.business_date = p.business_date) as checked
     from people p join users u on u.id = p.customer_id
     cross join lateral (select ledger.cash_of_day(p.customer_id, p.business_date, p.at) as total) d
     where d.total >= $4
     union all
     select l.business_date, null, null, null, s.name, l.total, l.sales, l.largest,
       exists (select from cash_checks c where c.transaction_id = any (l.ids))
     from large l join stores s on s.id = l.store_id
     where l.customer_id is null and l.total >= $4
     order by business_date desc, total desc limit 500`,
    [from, until, store_id, watchOver],
    'cash-days',
  )
}

export async function recordListing(
  db: Db,
  look: { id: string; at: Date; actor_id: string; object: string; request_id: string },
): Promise<void> {
  await db.run(
    `insert into audit_log (id, at, actor_id, action, object, request_id) values ($1, $2, $3, 'cash.list', $4, $5)`,
    [look.id, look.at, look.actor_id, look.object, look.request_id],
    'record-cash-listing',
  )
}
