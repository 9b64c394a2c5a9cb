import type { ShopDay } from '@shirogane/contract/resources/brand/days'
import { isOfShopDay } from '../../db/shop-day.ts'
import type { Db, Row } from '../../db/sql.ts'
import type { MemberName } from '../transactions/index.ts'
import type { LedgerDay } from './rules.ts'
import type { DrawerMove } from './suspects-rules.ts'

export type StoreRow = Row & { id: string; code: string; name: string; first_hour: number }

/** A store by its id; without one, the brand's first. */
export function findStore(db: Db, id: string | null): Promise<StoreRow | null> {
  return db.first<StoreRow>(
    `select id, code, name, extract(hour from day_start)::int as first_hour from stores
     where $1::uuid is null or id = $1 order by created_at, code limit 1`,
    [id],
    'day-store',
  )
}

export async function getCurrentDate(db: Db, storeId: string): Promise<{ at: Date; date: string }> {
  const row = await db.first<Row & { at: Date; date: string }>(
    'select ledger.now() as at, ledger.shop_date($1) as date',
    [storeId],
    'shop-date',
  )
  return row!
}

export async function computeDay(db: Db, storeId: string, date: string): Promise<LedgerDay> {
  const row = await db.first<{ report: LedgerDay }>(
    'select ledger.day_report($1, $2) as report',
    [storeId, date],
    'day-report',
  )
  return row!.report
}

export type CloseHead = {
  id: string
  store_id: string
  business_date: string
  z_number: number
  revision: number
  counts: Record<string, number>
  counted: number
  expected: number
  over_short: number
  reason: string | null
  note: string | null
  deposit: number
  carry: number
  employee_id: string
  approved_by: string | null
  closed_at: Date
  hash: Buffer
  reopened_at: Date | null
  reopened_by: string | null
  reopen_reason: string | null
}
export type CloseRow = Row & CloseHead & { report: LedgerDay }

const closeColumns = `id, store_id, business_date, z_number, revision, counts, counted, expected, over_short, reason, note,
  deposit, carry, employee_id, approved_by, closed_at, hash, reopened_at, reopened_by, reopen_reason`

/** Every close of a day, the newest first. */
export function listClosesOfDay(db: Db, storeId: string, date: string): Promise<CloseRow[]> {
  return db.rows<CloseRow>(
    `select ${closeColumns}, report from ledger.day_closes
     where store_id = $1 and business_date = $2 order by revision desc`,
    [storeId, date],
    'closes-of-day',
  )
}

export function listCloses(
  db: Db,
  storeId: string,
  offset: number,
  limit: number,
): Promise<(Row & CloseHead)[]> {
  return db.rows(
    `select ${closeColumns} from ledger.day_closes
     where store_id = $1 order by seq desc offset $2 limit $3`,
    [storeId, offset, limit],
    'closes',
  )
}

export async function countCloses(db: Db, storeId: string): Promise<number> {
  const row = await db.first<{ count: number }>(
    'select count(*)::int as count from ledger.day_closes where store_id = $1',
    [storeId],
    'closes-count',
  )
  return row!.count
}

export type FloatRow = Row & {
  counts: Record<string, number>
  counted: number
  employee_id: string
  counted_at: Date
}

export function findFloat(db: Db, storeId: string, date: string): Promise<FloatRow | null> {
  return db.first<FloatRow>(
    `select counts, counted, employee_id, counted_at from ledger.day_floats
     where store_id = $1 and business_date = $2 order by revision desc limit 1`,
    [storeId, date],
    'day-float',
  )
}

export type MoveRow = Row & {
  id: string
  number: string
  act: 'float' | 'pay_in' | 'pay_out' | 'over_short' | 'deposit' | 'reopen'
  change: number
  reason: string | null
  note: string | null
  employee_id: string
  at: Date
}

const moveColumns = `id, number, step as act, ledger.drawer_change(id) as change, reason, note, employee_id, completed_at as at`

/** The cash of a day that moved by itself, as it came. */
export function listMoves(db: Db, storeId: string, date: string): Promise<MoveRow[]> {
  return db.rows<MoveRow>(
    `select ${moveColumns} from ledger.day_movements($1, $2) where kind = 'cash' order by completed_at, id`,
    [storeId, date],
    'day-moves',
  )
}

export async function getMove(db: Db, id: string): Promise<MoveRow> {
  const row = await db.first<MoveRow>(
    `select ${moveColumns} from ledger.transactions where id = $1`,
    [id],
    'cash-move',
  )
  return row!
}

export type ReversalRow = Row & {
  id: string
  act: 'void' | 'refund'
  number: string
  sale_number: string | null
  amount: number
  reason: string | null
  employee_id: string
  approved_by: string | null
  at: Date
}

/** What was voided on a day and what came back, as it came. */
export function listReversals(db: Db, storeId: string, date: string): Promise<ReversalRow[]> {
  return db.rows<ReversalRow>(
    `select m.id, m.kind as act, m.number, s.number as sale_number, m.spent_total as amount, m.reason, m.employee_id,
       m.approved_by, m.completed_at as at
     from ledger.day_movements($1, $2) m left join ledger.transactions s on s.id = m.related_id
     where m.kind in ('void', 'refund') order by m.completed_at, m.id`,
    [storeId, date],
    'day-reversals',
  )
}

export type CorrectionRow = Row & {
  id: string
  sale_id: string
  sale_number: string
  cash_before: number
  cash_after: number
  card_before: number
  card_after: number
  employee_before: string
  employee_after: string
  note_before: string | null
  note_after: string | null
  reason: string
  corrected_by: string
  approved_by: string | null
  at: Date
}

/** What was corrected of the sales of a day, as it came. */
export function listCorrections(db: Db, storeId: string, date: string): Promise<CorrectionRow[]> {
  return db.rows<CorrectionRow>(
    `select c.id, m.id as sale_id, m.number as sale_number, c.cash_before, c.cash_after, c.card_before, c.card_after,
       c.employee_before, c.employee_after, c.note_before, c.note_after, c.reason, c.corrected_by, c.approved_by,
       c.corrected_at as at
     from ledger.day_movements($1, $2) m join ledger.corrections c on c.transaction_id = m.id
     where m.corrections > 0 order by c.corrected_at, c.id`,
    [storeId, date],
    'day-corrections',
  )
}

export type DrawerMoveRow = Row &
  DrawerMove & { id: string; number: string; employee_id: string | null; at: Date }

/**
 * What went through the drawer or a terminal on a day, the newest first, as it stands now: a correction may have found a
 * card to be cash. A void is one with the sale that it takes back.
 */
export function listDrawerMoves(db: Db, storeId: string, date: string): Promise<DrawerMoveRow[]> {
  return db.rows<DrawerMoveRow>(
    `select m.id, m.number, m.employee_id, m.completed_at as at, m.voided_by is not null as voided,
       case m.kind when 'payment' then 'sale' when 'later_payment' then 'collection' when 'cash' then m.step
         when 'adjustment' then 'charge_back' else m.kind end as kind,
       case m.kind when 'payment' then coalesce(m.corrected_cash, m.tender_cash) when 'refund' then -m.tender_cash
         when 'buyback' then -m.tender_cash when 'cash' then ledger.drawer_change(m.id) when 'adjustment' then -m.tender_balance_paid
         else m.tender_cash end as cash,
       case m.kind when 'payment' then coalesce(m.corrected_card, m.tender_card) when 'refund' then -m.tender_card
         else m.tender_card end as card,
       case when m.cash_tendered > m.tender_cash and coalesce(m.corrected_cash, m.tender_cash) = m.tender_cash
         then m.cash_tendered - m.tender_cash else 0 end as change
     from ledger.day_movements($1, $2) m
     where m.kind in ('payment', 'refund', 'later_payment', 'charge', 'buyback')
       or m.kind = 'cash' and m.step in ('pay_in', 'pay_out')
       or m.kind = 'adjustment' and m.tender_balance_paid > 0 and exists (
         select from ledger.transfers x where x.transaction_id = m.id and x.code = 'take_back_charge')
     order by m.completed_at desc, m.id desc`,
    [storeId, date],
    'day-drawer-moves',
  )
}

/** Receipts that staff printed on a day, each with the cash that it is for by rate, as it stands: what a stamp is judged by. */
export function listPrinted(
  db: Db,
  storeId: string,
  date: string,
): Promise<(Row & { cash: { tax_rate_bp: number; share_cash: number }[] })[]> {
  return db.rows(
    `select case when t.kind = 'payment' then coalesce((
         select jsonb_agg(jsonb_build_object('tax_rate_bp', l.tax_rate_bp, 'share_cash', coalesce(k.cash, l.share_cash)))
         from ledger.transaction_lines l
         left join lateral ledger.corrected_shares(t.id, t.corrected_card) k on k.line = l.line
         where l.transaction_id = t.id), '[]')
       -- Where a paper names no tax, the whole amount counts.
       when t.kind = 'later_payment' then jsonb_build_array(jsonb_build_object('tax_rate_bp', 0, 'share_cash', t.tender_cash))
       else '[]' end as cash
     from receipt_copies c join receipts r on r.id = c.receipt_id
     join ledger.transactions t on t.id = r.transaction_id join stores s on s.id = t.store_id
     where t.store_id = $1 and r.kind = 'movement' and c.on_paper and ${isOfShopDay('c.made_at', '$2')}`,
    [storeId, date],
    'day-printed',
  )
}

/** How many formal receipts were made out on a day, by the shop or by its customers themselves. */
export async function countFormal(db: Db, storeId: string, date: string): Promise<number> {
  const row = await db.first<{ count: number }>(
    `select count(*)::int as count from receipts r
     join ledger.transactions t on t.id = r.transaction_id join stores s on s.id = t.store_id
     where t.store_id = $1 and r.kind = 'formal' and ${isOfShopDay('r.issued_at', '$2')}`,
    [storeId, date],
    'day-formal',
  )
  return row!.count
}

export type BlockerRow = Row & {
  id: string
  kind: ShopDay['blockers'][number]['kind']
  /** What the cart is called. */
  name: string | null
  customer: MemberName | null
  since: Date
}

export function listBlockers(db: Db, storeId: string): Promise<BlockerRow[]> {
  return db.rows<BlockerRow>(
    `select b.id, b.kind, b.name, b.since,
       case when u.id is not null then jsonb_build_object('id', u.id, 'username', u.username, 'last_name', u.last_name,
         'first_name', u.first_name) end as customer
     from ledger.close_blockers($1) b left join users u on u.id = b.customer_id order by b.since`,
    [storeId],
    'close-blockers',
  )
}

export async function findEarlierOpenDay(db: Db, storeId: string, date: string): Promise<string | null> {
  const row = await db.first<{ date: string | null }>(
    'select ledger.earlier_open_day($1, $2) as date',
    [storeId, date],
    'earlier-open-day',
  )
  return row!.date
}

/** The closes that stand in a period, with their figures. */
export function listClosedDays(
  db: Db,
  storeId: string,
  from: string,
  until: string,
): Promise<(Row & { business_date: string; report: LedgerDay })[]> {
  return db.rows(
    `select business_date, report from ledger.day_closes
     where store_id = $1 and business_date between $2 and $3 and reopened_at is null order by business_date`,
    [storeId, from, until],
    'closed-days',
  )
}

/**
 * Days of a period on which the shop was worked in, by the index of when things happened. What head office does stands
 * in the books of a shop too, and is no day's work there.
 */
export async function listBusyDays(db: Db, storeId: string, from: string, until: string): Promise<string[]> {
  const rows = await db.rows<Row & { date: string }>(
    `select distinct business_date as date from ledger.transactions
     where store_id = $1 and business_date between $2 and $3
       and employee_id is not null and kind <> all (ledger.office_kinds())
       and completed_at >= ($2::date - 1)::timestamp at time zone 'Asia/Tokyo'
       and completed_at < ($3::date + 2)::timestamp at time zone 'Asia/Tokyo'
     order by 1`,
    [storeId, from, until],
    'busy-days',
  )
  return rows.map(({ date }) => date)
}

export type Standing = { customers: number; owed: number; differing: number }

/** What customers owe the store, and how many of its closes of the last thirty days differed. */
export async function getStanding(db: Db, storeId: string, date: string): Promise<Standing> {
  const row = await db.first<Row & Standing>(
    `select d.customers, d.owed, c.differing
     from (select count(distinct customer_id)::int as customers, coalesce(sum(outstanding), 0)::bigint as owed
       from ledger.deferred_sales where store_id = $1 and outstanding > 0) d
     cross join (select count(*)::int as differing from ledger.day_closes
       where store_id = $1 and business_date > $2::date - 30 and reopened_at is null and over_short <> 0) c`,
    [storeId, date],
    'day-standing',
  )
  return row!
}

/** Days of stores that are not closed although the next one has begun. */
export function listDaysToClose(db: Db): Promise<(Row & { store_id: string; name: string; date: string })[]> {
  return db.rows(
    `select s.id as store_id, s.name, d.date
     from stores s cross join lateral (select ledger.earlier_open_day(s.id, ledger.shop_date(s.id)) as date) d
     where d.date is not null`,
    [],
    'days-to-close',
  )
}

/** Closes of the last two days that a second person had to agree to. */
export function listDifferences(
  db: Db,
): Promise<(Row & { id: string; store_id: string; name: string; date: string; over_short: number })[]> {
  return db.rows(
    `select c.id, c.store_id, s.name, c.business_date as date, c.over_short
     from stores s join ledger.day_closes c on c.store_id = s.id
     where c.business_date > ledger.shop_date(s.id) - 3 and c.approved_by is not null and c.reopened_at is null`,
    [],
    'close-differences',
  )
}
