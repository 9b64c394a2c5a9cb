import { limits } from '@shirogane/contract/rules/limits'
import type { ListQuery, TransactionFilter } from '@shirogane/contract/resources/sales/transactions'
import type { TransactionRow } from '@shirogane/ledger'
import type { Db } from '../../../db/sql.ts'
import { itemColumns, type ItemRow, movementColumns, type MovementRow } from './columns.ts'

const kinds = (...names: TransactionRow['kind'][]): string =>
  `kind in (${names.map((name) => `'${name}'`).join(', ')})`

/** Which movements each chip of the list shows. */
const conditions: Readonly<Record<Exclude<TransactionFilter, 'all'>, string>> = {
  payment: kinds('payment', 'later_payment'),
  // Money that became balance, and balance that became money again.
  charge: kinds('charge', 'prepaid_cashout'),
  point: kinds('grant', 'convert', 'transfer', 'expire', 'adjustment'),
  refund: kinds('refund', 'void'),
  // Balance that a customer is given is received like a reward, under any name that the brand gives it.
  reward: `(${kinds('reward')} or (${kinds('grant')} and received_paid + received_bonus > 0))`,
  later: `(${kinds('later_payment')} or tender_later > 0)`,
  payout: kinds('payout'),
}

export type Narrowing = Pick<
  ListQuery,
  'filter' | 'from' | 'to' | 'store_id' | 'payout_method_id' | 'amount_min' | 'amount_max'
>

type Where = { text: string; values: unknown[]; name: string | undefined }

/** A day of the calendar in Japan as the moment at which it begins. */
const beginOf = (date: string) => `(${date})::date::timestamp at time zone 'Asia/Tokyo'`

function whereOf(customerId: string, narrowing: Narrowing): Where {
  const { filter, from, to, store_id, payout_method_id, amount_min, amount_max } = narrowing
  // What let a payout go or brought it back shows on the payout itself.
  const parts = [
    'customer_id = $1',
    `(kind <> 'payout' or related_id is null)`,
    ...(filter === 'all' ? [] : [conditions[filter]]),
  ]
  const values: unknown[] = [customerId]
  const add = (value: unknown, part: (place: string) => string) => {
    if (value === undefined) return
    values.push(value)
    parts.push(part(`$${values.length}`))
  }
  add(from, (place) => `completed_at >= ${beginOf(`${place}::text`)}`)
  add(to, (place) => `completed_at < ${beginOf(`${place}::text::date + 1`)}`)
  add(store_id, (place) => `store_id = ${place}::uuid`)
  // An account that was named anew in the place of another has nothing of what went to that one.
  add(
    payout_method_id,
    (place) => `exists (select from payouts o join payout_methods m on m.id = o.payout_method_id
      where o.id = transactions.id and m.id = ${place}::uuid and o.bank_code = m.bank_code
        and o.branch_code = m.branch_code and o.account_type = m.account_type and o.account_tail = m.last3)`,
  )
  add(amount_min, (place) => `greatest(spent_total, received_paid + received_bonus) >= ${place}::bigint`)
  add(
    amount_max,
    (place) => `greatest(spent_total, received_paid + received_bonus) between 1 and ${place}::bigint`,
  )
  // What everybody asks for is planned once; the many combinations of a search are not worth keeping.
  return { text: parts.join(' and '), values, name: values.length === 1 ? filter : undefined }
}

/** Exact up to the cap, and one more than the cap beyond it: no list pays for a full count. */
export async function countOwn(db: Db, customerId: string, narrowing: Narrowing): Promise<number> {
  const { text, values, name } = whereOf(customerId, narrowing)
  const row = await db.first<{ count: number }>(
    `select count(*)::int as count from (
       select 1 from ledger.transactions where ${text} limit ${limits.listTotalCap + 1}) counted`,
    values,
    name && `own-transactions-count-${name}`,
  )
  return row?.count ?? 0
}

/**
 * From here on, newest first: after a known movement where there is one, else by counting from the start. Its moment is
 * read anew: the database counts finer than a `Date`, and what came in the same millisecond would be left out.
 */
export function listOwn(
  db: Db,
  asked: { customerId: string; narrowing: Narrowing; after: string | null; skip: number; limit: number },
): Promise<TransactionRow[]> {
  const { customerId, narrowing, after, skip, limit } = asked
  const { text, values, name } = whereOf(customerId, narrowing)
  const place = (offset: number) => `$${values.length + offset}`
  if (after) {
    return db.rows<TransactionRow>(
      `select * from ledger.transactions where ${text} and (completed_at, id) <
         ((select completed_at from ledger.transactions where id = ${place(1)}::uuid), ${place(1)}::uuid)
       order by completed_at desc, id desc limit ${place(2)}`,
      [...values, after, limit],
      name && `own-transactions-after-${name}`,
    )
  }
  // The places are counted on the index alone; only the rows of the page are read.
  return db.rows<TransactionRow>(
    `select t.* from (
       select id from ledger.transactions where ${text}
       order by completed_at desc, id desc offset ${place(1)} limit ${place(2)}) page
     join ledger.transactions t on t.id = page.id
     order by t.completed_at desc, t.id desc`,
    [...values, skip, limit],
    name && `own-transactions-page-${name}`,
  )
}

export type MonthRow = { month: string; paid: number; earned: number }

/** The sums of the whole months from that of one moment to that of another, newest first. */
export function sumMonths(
  db: Db,
  customerId: string,
  narrowing: Narrowing,
  { oldest, newest }: { oldest: Date; newest: Date },
): Promise<MonthRow[]> {
  const { text, values, name } = whereOf(customerId, narrowing)
  const month = (moment: string) => `date_trunc('month', ${moment} at time zone 'Asia/Tokyo')`
  const [from, until] = [`$${values.length + 1}::timestamptz`, `$${values.length + 2}::timestamptz`]
  return db.rows<MonthRow>(
    `select to_char(${month('completed_at')}, 'YYYY-MM') as month,
       coalesce(sum(spent_total - refunded_total) filter (where kind = 'payment'), 0)::bigint as paid,
       coalesce(sum(received_point_regular + received_point_limited)
         filter (where kind in ('payment', 'grant', 'transfer', 'reward')), 0)::bigint as earned
     from ledger.transactions
     where ${text} and voided_by is null
       and completed_at >= ${month(from)} at time zone 'Asia/Tokyo'
       and completed_at < (${month(until)} + interval '1 month') at time zone 'Asia/Tokyo'
     group by 1 order by 1 desc`,
    [...values, oldest, newest],
    name && `own-transactions-months-${name}`,
  )
}

export async function listLinesOf(
  db: Db,
  transactionIds: readonly string[],
): Promise<Map<string, ItemRow[]>> {
  const rows = await db.rows<ItemRow & { transaction_id: string }>(
    `select transaction_id, ${itemColumns.join(', ')} from ledger.transaction_lines
     where transaction_id = any ($1) order by transaction_id, line`,
    [transactionIds],
    'transactions-lines',
  )
  const lines = new Map<string, ItemRow[]>()
  for (const row of rows) {
    const known = lines.get(row.transaction_id)
    if (known) known.push(row)
    else lines.set(row.transaction_id, [row])
  }
  return lines
}

export async function listByIds(db: Db, ids: readonly string[]): Promise<MovementRow[]> {
  return db.rows<MovementRow>(
    `select ${movementColumns.join(', ')} from ledger.transactions where id = any ($1)`,
    [ids],
    'transactions-by-id',
  )
}

/** Which purchases of the desk were taken back: in cash that leaves no movement of the member's own. */
export async function takenBack(
  db: Db,
  rows: readonly Pick<TransactionRow, 'id' | 'kind'>[],
): Promise<Set<string>> {
  const ids = rows.filter(({ kind }) => kind === 'buyback' || kind === 'charge').map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const found = await db.rows<{ id: string }>(
    `select id from buybacks where id = any ($1::uuid[]) and reversed_at is not null
     union all
     select t.id from ledger.transactions t where t.id = any ($1::uuid[]) and t.kind = 'charge' and exists (
       select from ledger.transactions b where b.related_id = t.id and b.kind = 'adjustment')`,
    [ids],
    'taken-back',
  )
  return new Set(found.map(({ id }) => id))
}
