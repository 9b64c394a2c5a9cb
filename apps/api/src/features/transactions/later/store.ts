import type { DebtTender } from '@shirogane/domain/sales/tenders'
import { dueOn } from '@shirogane/domain/deferred/due-on'
import { type DeferralFacts, isLate, refuseDeferral } from '@shirogane/domain/deferred/refuse-deferral'
import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { rolesOf } from '@shirogane/contract/wire/rights'
import type { Db, Row, Tx } from '../../../db/sql.ts'

export type DebtRow = Row & {
  sale_id: string
  customer_id: string
  store_id: string
  number: string
  status: 'open' | 'partially_paid' | 'settled' | 'written_off' | 'cancelled'
  bought_on: string
  due_on: string
  amount: number
  collected: number
  cancelled: number
  outstanding: number
}

const debtColumns = `d.sale_id, d.customer_id, d.store_id, t.number, d.status, d.bought_on, d.due_on, d.amount, d.collected,
  d.cancelled, d.outstanding`

export type DebtorRow = Row & {
  id: string
  username: string
  last_name: string | null
  first_name: string | null
  avatar: string | null
  receivable: number
  deferred_limit: number
  balance: number
  note: string | null
  note_by: string | null
  note_at: Date | null
}

/** Who owes, the longest due first: at one store, everywhere, or one person wherever they owe. */
export function listDebtors(
  db: Db,
  asked: { store_id: string | null; user_id: string | null; limit: number },
): Promise<DebtorRow[]> {
  return db.rows<DebtorRow>(
    `with owing as (
       select customer_id, min(due_on) as due_on from ledger.deferred_sales
       where outstanding > 0 and ($1::uuid is null or store_id = $1) and ($2::uuid is null or customer_id = $2)
       group by 1 order by 2, 1 limit $3
     )
     select u.id, u.username, u.last_name, u.first_name, u.avatar, w.receivable, w.deferred_limit,
       (w.balance_paid + w.balance_bonus)::bigint as balance, n.note, n.name as note_by, n.written_at as note_at
     from owing o
     join users u on u.id = o.customer_id
     join ledger.wallets w on w.user_id = o.customer_id
     left join lateral (
       select x.note, e.name, x.written_at from deferred_notes x join employees e on e.user_id = x.written_by
       where x.customer_id = o.customer_id order by x.written_at desc limit 1
     ) n on true
     order by o.due_on, o.customer_id`,
    [asked.store_id, asked.user_id, asked.limit],
    'later-debtors',
  )
}

export function listOpenDebts(db: Db, customerIds: readonly string[]): Promise<DebtRow[]> {
  return db.rows<DebtRow>(
    `select ${debtColumns} from ledger.deferred_sales d join ledger.transactions t on t.id = d.sale_id
     where d.customer_id = any ($1) and d.outstanding > 0
     order by d.due_on, d.created_at, d.sale_id`,
    [customerIds],
    'later-open-debts',
  )
}

/** What is owed first, then what has ended, the newest first. */
export function listDebtsOf(db: Db, customerId: string, limit: number): Promise<DebtRow[]> {
  return db.rows<DebtRow>(
    `select ${debtColumns} from ledger.deferred_sales d join ledger.transactions t on t.id = d.sale_id
     where d.customer_id = $1
     order by d.outstanding = 0, case when d.outstanding > 0 then d.due_on end, d.created_at desc, d.sale_id limit $2`,
    [customerId, limit],
    'later-debts-of',
  )
}

export function findDebt(db: Db, saleId: string): Promise<DebtRow | null> {
  return db.first<DebtRow>(
    `select ${debtColumns} from ledger.deferred_sales d join ledger.transactions t on t.id = d.sale_id
     where d.sale_id = $1`,
    [saleId],
    'later-debt',
  )
}

export type DebtState = Pick<DebtRow, 'sale_id' | 'status' | 'outstanding' | 'due_on'>

export function listDebtStates(db: Db, saleIds: readonly string[]): Promise<DebtState[]> {
  return db.rows<DebtState & Row>(
    `select sale_id, status, outstanding, due_on from ledger.deferred_sales where sale_id = any ($1)`,
    [saleIds],
    'later-debt-states',
  )
}

export type SumRow = Row & {
  customers: number
  not_due: number
  late_30: number
  late_60: number
  late_more: number
}

export async function sumDebts(
  db: Db,
  asked: { store_id: string | null; user_id: string | null; today: string },
): Promise<SumRow> {
  const row = await db.first<SumRow>(
    `select count(distinct customer_id)::int as customers,
       coalesce(sum(outstanding) filter (where due_on >= $3::date), 0)::bigint as not_due,
       coalesce(sum(outstanding) filter (where due_on < $3::date and due_on >= $3::date - 30), 0)::bigint as late_30,
       coalesce(sum(outstanding) filter (where due_on < $3::date - 30 and due_on >= $3::date - 60), 0)::bigint as late_60,
       coalesce(sum(outstanding) filter (where due_on < $3::date - 60), 0)::bigint as late_more
     from ledger.deferred_sales
     where outstanding > 0 and ($1::uuid is null or store_id = $1) and ($2::uuid is null or customer_id = $2)`,
    [asked.store_id, asked.user_id, asked.today],
    'later-sums',
  )
  return row!
}

/** What the store's running day deferred and collected, and how much of the latter was owed to other stores. */
export async function sumToday(
  db: Db,
  storeId: string,
): Promise<{ given: number; collected: number; collected_for_others: number }> {
  const row = await db.first<{ given: number; collected: number; collected_for_others: number }>(
    `with t as (
       select id, kind, spent_total, tender_later, voided_by from ledger.transactions
       where store_id = $1 and business_date = ledger.shop_date($1)
         and completed_at >= (ledger.shop_date($1) - 1)::timestamp at time zone 'Asia/Tokyo'
         and (kind = 'later_payment' or tender_later > 0)
     )
     select coalesce((select sum(tender_later) from t where kind = 'payment' and voided_by is null), 0)::bigint as given,
       coalesce((select sum(spent_total) from t where kind = 'later_payment'), 0)::bigint as collected,
       coalesce((select sum(m.collected)
         from t join ledger.deferred_moves m on m.transaction_id = t.id
         join ledger.deferred_sales d on d.sale_id = m.sale_id
         where t.kind = 'later_payment' and d.store_id <> $1), 0)::bigint as collected_for_others`,
    [storeId],
    'later-today',
  )
  return row!
}

export type StandingRow = Row & {
  limit: number
  total: number
  balance: number
  overdue: boolean
  due_on: string
  code: ErrorCode | null
  n: number | null
}

/** What the ledger would say to one yen more, today. */
export async function findStanding(db: Db, customerId: string): Promise<StandingRow | null> {
  const row = await db.first<Pick<StandingRow, 'limit' | 'total' | 'balance'> & { facts: DeferralFacts }>(
    `select w.deferred_limit as limit, w.receivable as total, (w.balance_paid + w.balance_bonus)::bigint as balance,
       ledger.deferral_facts(w.user_id) as facts
     from ledger.wallets w where w.user_id = $1`,
    [customerId],
    'later-standing',
  )
  if (row === null) return null
  const { facts, ...standing } = row
  const refusal = refuseDeferral(facts, 1, false)
  return {
    ...standing,
    overdue: isLate(facts),
    due_on: dueOn(facts.today),
    code: refusal?.code ?? null,
    n: refusal && 'n' in refusal ? refusal.n : null,
  }
}

export async function getToday(db: Db): Promise<string> {
  const row = await db.first<{ date: string }>(
    `select (ledger.now() at time zone 'Asia/Tokyo')::date as date`,
    [],
    'later-date',
  )
  return row!.date
}

/** Does the caller's store serve this customer right now or today, or does the customer owe it? */
export async function isServed(db: Db, customerId: string, storeId: string): Promise<boolean> {
  const row = await db.first<{ served: boolean }>(
    `select exists (select from ledger.deferred_sales d
         where d.customer_id = $1 and d.store_id = $2 and d.outstanding > 0)
       or exists (select from ledger.checkouts k join ledger.pay_codes c on c.id = k.pay_code_id
         where k.customer_id = $1 and k.store_id = $2 and k.status = 'open'
           and c.state = 'claimed' and c.claimed_until > ledger.now())
       or exists (select from ledger.transactions t where t.customer_id = $1 and t.store_id = $2
         and t.kind in ('payment', 'later_payment') and t.business_date = ledger.shop_date($2)
         and t.completed_at > ledger.now() - interval '2 days') as served`,
    [customerId, storeId],
    'later-served',
  )
  return row!.served
}

/** A customer who ever bought at the store: its manager may look after them. */
export async function isCustomerOf(db: Db, customerId: string, storeId: string): Promise<boolean> {
  const row = await db.first<{ known: boolean }>(
    `select exists (select from ledger.transactions t
       where t.customer_id = $1 and t.store_id = $2 and t.kind = 'payment') as known`,
    [customerId, storeId],
    'later-customer-of',
  )
  return row!.known
}

export type PersonRow = Row & {
  id: string
  username: string
  last_name: string | null
  first_name: string | null
  verified: boolean
  kyc_status: string
  is_of_age: boolean
}

export function findPerson(db: Db, id: string): Promise<PersonRow | null> {
  return db.first<PersonRow>(
    `select u.id, u.username, u.last_name, u.first_name, u.verified, u.kyc_status,
       coalesce(extract(year from age((ledger.now() at time zone 'Asia/Tokyo')::date, u.date_of_birth)) >= 18, false) as is_of_age
     from users u join ledger.wallets w on w.user_id = u.id where u.id = $1 and u.closed_at is null`,
    [id],
    'later-person',
  )
}

export async function isOwnCustomer(db: Db, employeeId: string, customerId: string): Promise<boolean> {
  const row = await db.first<{ own: boolean }>(
    'select ledger.is_own_account($1, $2) as own',
    [employeeId, customerId],
    'later-own-customer',
  )
  return row!.own
}

export async function setLimit(
  tx: Tx,
  asked: {
    customer_id: string
    amount: number
    reason: string
    by: string
    approved_by: string | null
    store_id: string | null
  },
): Promise<void> {
  await tx.run(
    'select ledger.set_deferred_limit($1, $2, $3, $4, $5, $6)',
    [asked.customer_id, asked.amount, asked.reason, asked.by, asked.approved_by, asked.store_id],
    'later-set-limit',
  )
}

export type LimitRow = Row & {
  amount: number
  before: number
  reason: string
  by: string
  approved_by: string | null
  at: Date
}

export function listLimits(db: Db, customerId: string): Promise<LimitRow[]> {
  return db.rows<LimitRow>(
    `select l.amount, l.before, l.reason, e.name as by, a.name as approved_by, l.granted_at as at
     from ledger.deferred_limits l join employees e on e.user_id = l.granted_by
     left join employees a on a.user_id = l.approved_by
     where l.customer_id = $1 order by l.id desc limit 20`,
    [customerId],
    'later-limits',
  )
}

export type NoteRow = Row & { note: string; by: string; at: Date }

export function listNotes(db: Db, customerId: string): Promise<NoteRow[]> {
  return db.rows<NoteRow>(
    `select n.note, e.name as by, n.written_at as at from deferred_notes n join employees e on e.user_id = n.written_by
     where n.customer_id = $1 order by n.written_at desc limit 20`,
    [customerId],
    'later-notes',
  )
}

export async function insertNote(
  db: Db,
  note: { id: string; customer_id: string; store_id: string | null; note: string; by: string; at: Date },
): Promise<void> {
  await db.run(
    `insert into deferred_notes (id, customer_id, store_id, note, written_by, written_at) values ($1, $2, $3, $4, $5, $6)`,
    [note.id, note.customer_id, note.store_id, note.note, note.by, note.at],
    'later-note',
  )
}

export type DebtPaymentRow = Row & {
  id: string
  number: string
  at: Date
  store_id: string
  amount: number
  points: number
  tender: DebtTender | 'refund' | 'write_off'
}

const movedColumns = `(m.collected + m.cancelled + m.written_off)::bigint as amount, m.points,
  case when m.cash > 0 then 'cash' when m.card > 0 then 'card' when m.bank > 0 then 'bank' when m.paid + m.bonus > 0 then 'balance'
    when m.written_off > 0 then 'write_off' else 'refund' end as tender`

/** How the debt of a sale became less, the newest first. */
export function listPaymentsOfSale(db: Db, saleId: string): Promise<DebtPaymentRow[]> {
  return db.rows<DebtPaymentRow>(
    `select t.id, t.number, t.completed_at as at, t.store_id, ${movedColumns}
     from ledger.deferred_moves m join ledger.transactions t on t.id = m.transaction_id
     where m.sale_id = $1 and m.collected + m.cancelled + m.written_off > 0
     order by t.completed_at desc, t.id desc`,
    [saleId],
    'later-payments-of-sale',
  )
}

/** Which sales a collection paid, the oldest first. */
export function listSalesOfPayment(db: Db, transactionId: string): Promise<DebtPaymentRow[]> {
  return db.rows<DebtPaymentRow>(
    `select t.id, t.number, t.completed_at as at, t.store_id, ${movedColumns}
     from ledger.deferred_moves m join ledger.transactions t on t.id = m.sale_id
     where m.transaction_id = $1 order by t.completed_at, t.id`,
    [transactionId],
    'later-sales-of-payment',
  )
}

export type Due = Row & {
  user_id: string
  amount: number
  email: string | null
  phone_number: string | null
}

/** Who still owes something that is due on this day, in the order of their ids. */
export function listDue(
  db: Db,
  asked: { due_on: string; after: string | null; limit: number },
): Promise<Due[]> {
  return db.rows<Due>(
    `select d.customer_id as user_id, sum(d.outstanding)::bigint as amount,
       case when u.email_verified then u.email end as email, u.phone_number
     from ledger.deferred_sales d join users u on u.id = d.customer_id and u.closed_at is null
     where d.outstanding > 0 and d.due_on = $1 and ($2::uuid is null or d.customer_id > $2)
     group by d.customer_id, u.email, u.email_verified, u.phone_number
     order by d.customer_id limit $3`,
    [asked.due_on, asked.after, asked.limit],
    'later-due',
  )
}

/** Who sets limits at the stores to which these customers owe something of this day, with what they owe there. */
export function listManagersOf(
  db: Db,
  customerIds: readonly string[],
  dueOn: string,
): Promise<(Row & { manager_id: string; store_id: string; customers: number; amount: number })[]> {
  return db.rows(
    `select e.user_id as manager_id, d.store_id, count(distinct d.customer_id)::int as customers,
       sum(d.outstanding)::bigint as amount
     from ledger.deferred_sales d
     join employees e on e.store_id = d.store_id and e.type = any ($3) and e.active
     where d.outstanding > 0 and d.due_on = $2 and d.customer_id = any ($1)
     group by 1, 2`,
    [customerIds, dueOn, rolesOf('later.limit')],
    'later-managers-of',
  )
}

/** Whether an agreement bears this very line. */
export async function wasDrawnBefore(db: Db, signature: string): Promise<boolean> {
  const row = await db.first<{ drawn: boolean }>(
    `select exists (select from ledger.deferred_agreements a where md5(a.signature) = md5($1)) as drawn`,
    [signature],
    'later-signature',
  )
  return row!.drawn
}
