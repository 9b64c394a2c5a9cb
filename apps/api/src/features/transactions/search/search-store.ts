import { plainTenders, type Tender } from '@shirogane/domain/sales/tenders'
import { standingColumn } from '@shirogane/ledger/standing'
import { limits } from '@shirogane/contract/rules/limits'
import type { TransactionRow } from '@shirogane/ledger'
import type { Db, Row } from '../../../db/sql.ts'

/** What a search is narrowed to. Every part that is null leaves all of it in. */
export type Found = {
  stores: readonly string[]
  /** Business days, both of them in it; both or neither. */
  days: { from: string; until: string } | null
  amount_from: number | null
  amount_until: number | null
  employee: string | null
  skus: readonly string[] | null
  members: readonly string[] | null
  number: string | null
  /** The running part of a number, which is looked for within a day only. */
  number_end: string | null
}

type Query = { text: string; values: unknown[] }

/** What a shop has to do with: charges, gifts and payouts are not made at a register. */
const kinds = `t.kind in ('payment', 'refund', 'void', 'later_payment')`
/** By its very number also what staff gave or moved is found: it can be taken back on its day. */
const numbered = `(${kinds} or (t.kind in ('grant', 'transfer', 'charge') and t.employee_id is not null))`

const summed = `t.kind, t.spent_total, t.tender_point_regular, t.tender_point_limited, t.tender_balance_paid,
  t.tender_balance_bonus, ${plainTenders.map((tender) => `t.tender_${tender}`).join(', ')},
  t.received_paid, t.received_bonus`

/** Whose a sale is after its last correction. */
const lastSeller = `coalesce((select c.employee_after from ledger.corrections c where c.transaction_id = t.id
  order by c.revision desc limit 1), t.employee_id)`

/**
 * Ids and moments of what is found, at most so many: the newest in their order, or for a sum any of them, so that a search
 * of all shops stops at the cap instead of reading as many of every shop. The day is looked for among the moments of its two
 * neighbours, since a day that was closed early leaves its evening to the next: so one index serves the store with and
 * without a day, and payments carry no other for it. Movements are read by themselves: how a sale stands is looked up for
 * what is found.
 */
function candidates(asked: Found, most: number, which: 'newest' | 'any'): Query {
  const values: unknown[] = [asked.stores]
  const add = (value: unknown): string => `$${values.push(value)}`
  const parts = [asked.number === null ? kinds : numbered]
  if (asked.days !== null) {
    const [from, until] = [add(asked.days.from), add(asked.days.until)]
    parts.push(
      `t.business_date between ${from}::date and ${until}::date`,
      `t.completed_at >= (${from}::date - 1)::timestamp at time zone 'Asia/Tokyo'`,
      `t.completed_at < (${until}::date + 2)::timestamp at time zone 'Asia/Tokyo'`,
    )
  }
  if (asked.amount_from !== null) parts.push(`t.spent_total >= ${add(asked.amount_from)}::bigint`)
  if (asked.amount_until !== null) parts.push(`t.spent_total <= ${add(asked.amount_until)}::bigint`)
  const seller = asked.employee !== null && `${add(asked.employee)}::uuid`
  if (seller) parts.push(`${lastSeller} = ${seller}`)
  if (asked.number !== null) parts.push(`t.number = ${add(asked.number)}`)
  if (asked.number_end !== null) parts.push(`t.number like '%-' || ${add(asked.number_end)}`)
  const isByArticle =
    asked.skus !== null && asked.days === null && asked.members === null && asked.number === null
  if (asked.skus !== null && !isByArticle) {
    parts.push(`exists (select from ledger.transaction_lines l
      where l.transaction_id = t.id and l.sku_id = any (${add(asked.skus)}::uuid[]))`)
  }
  const where = parts.join(' and ')
  // A sum takes its columns along: to look each sale up once more, the database would rather read all there are.
  const columns = which === 'newest' ? 't.id, t.completed_at' : `t.id, t.completed_at, ${summed}`
  const order = which === 'newest' ? 'order by f.completed_at desc, f.id desc' : ''

  if (isByArticle) {
    // Over all days an article is found by its own lines: the newest ids of each, and of these the newest together.
    return {
      text: `select distinct on (f.completed_at, f.id) f.*
        from unnest(${add(asked.skus)}::uuid[]) s (id)
        cross join lateral (
          select ${columns} from ledger.transaction_lines l
          join ledger.movements t on t.id = l.transaction_id and t.store_id = any ($1::uuid[]) and ${where}
          where l.sku_id = s.id order by l.transaction_id desc limit ${add(most)}) f
        order by f.completed_at desc, f.id desc limit ${add(most)}`,
      values,
    }
  }
  if (asked.members !== null) {
    // Each member by themselves: for all of them at once the database would read every sale of the shop beside theirs.
    return {
      text: `select f.* from unnest(${add(asked.members)}::uuid[]) m (id)
        cross join lateral (
          select ${columns} from ledger.movements t
          where t.customer_id = m.id and t.store_id = any ($1::uuid[]) and ${where}
          order by t.completed_at desc, t.id desc limit ${add(most)}) f
        ${order} limit ${add(most)}`,
      values,
    }
  }
  if (asked.number !== null) {
    return {
      text: `select ${columns} from ledger.movements t where t.store_id = any ($1::uuid[]) and ${where}
        order by t.completed_at desc, t.id desc limit ${add(most)}`,
      values,
    }
  }
  const last = add(most)
  const newest = `order by t.completed_at desc, t.id desc limit ${last}`
  const ofShops = (more: string): string => `select f.* from unnest($1::uuid[]) s (id)
      cross join lateral (
        select ${columns} from ledger.movements t where t.store_id = s.id and ${where}${more} ${newest}) f`
  if (seller) {
    // What they sold, by one index, and the few sales that became theirs afterwards, by another.
    return {
      text: `select f.* from (
          (${ofShops(` and t.employee_id = ${seller}`)})
          union all
          (select ${columns}
            from (select distinct c.transaction_id as id from ledger.corrections c where c.employee_after = ${seller}) k
            join ledger.movements t on t.id = k.id and t.store_id = any ($1::uuid[]) and t.employee_id <> ${seller}
            where ${where} ${newest})) f
        ${order} limit ${last}`,
      values,
    }
  }
  return { text: `${ofShops('')} ${order} limit ${last}`, values }
}

export function listFound(
  db: Db,
  asked: Found,
  { skip, limit }: { skip: number; limit: number },
): Promise<TransactionRow[]> {
  const { text, values } = candidates(asked, skip + limit, 'newest')
  return db.rows<TransactionRow>(
    `select t.* from (select id from (${text}) f order by completed_at desc, id desc offset $${values.length + 1}) page
     join ledger.transactions t on t.id = page.id
     order by t.completed_at desc, t.id desc`,
    [...values, skip],
  )
}

export type FoundSums = Row &
  Record<Tender, number> & {
    count: number
    sales: number
    refunds: number
    kept: number
  }

const sumsOfPlain = plainTenders.map(
  (tender) =>
    `coalesce(sum(case when t.kind = 'payment' then ${standingColumn(tender)}
         when t.kind in ('refund', 'void') then -t.tender_${tender} end), 0)::bigint as ${tender}`,
)

/** Exact up to the cap; one more than the cap beyond it, and then the sums mean nothing. */
export async function sumFound(db: Db, asked: Found): Promise<FoundSums> {
  const { text, values } = candidates(asked, limits.listTotalCap + 1, 'any')
  const row = await db.first<FoundSums>(
    `select count(*)::int as count,
       coalesce(sum(t.spent_total) filter (where t.kind = 'payment'), 0)::bigint as sales,
       coalesce(sum(t.spent_total) filter (where t.kind in ('refund', 'void')), 0)::bigint as refunds,
       coalesce(sum(case when t.kind = 'payment' then t.tender_point_regular + t.tender_point_limited
         when t.kind in ('refund', 'void') then -t.back_points end), 0)::bigint as points,
       coalesce(sum(case when t.kind = 'payment' then t.tender_balance_paid + t.tender_balance_bonus
         when t.kind in ('refund', 'void') then -t.received_paid - t.received_bonus end), 0)::bigint as balance,
       ${sumsOfPlain.join(', ')},
       coalesce(sum(t.points_deducted) filter (where t.kind in ('refund', 'void')), 0)::bigint as kept
     from (
       select f.*, r.back_points, r.points_deducted, c.cash_after as corrected_cash, c.card_after as corrected_card
       from (${text}) f
       left join ledger.refunds r on r.movement_id = f.id
       left join lateral (select k.cash_after, k.card_after from ledger.corrections k where k.transaction_id = f.id
         order by k.revision desc limit 1) c on true
     ) t`,
    values,
  )
  return row!
}

export type MemberName = Row & {
  id: string
  username: string
  last_name: string | null
  first_name: string | null
}

/** Whom a word may mean: the beginning of a name, a whole user name, a whole telephone number. */
export async function findMemberIds(
  db: Db,
  { name, username, phone }: { name: string; username: string; phone: string | null },
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `(select id from users where username = $2 and type = 'customer')
     union (select id from users where phone_number = $3 and type = 'customer')
     union (select id from users where $1 <> '' and search_name like $1 || '%' and search_name <> ''
       and type = 'customer' order by search_name limit $4)`,
    // Without a name, because a plan that does not know the beginning of the name cannot use its index.
    [name.replace(/[\\%_]/g, '\\$&'), username, phone, limits.searchMembersMax],
  )
  return rows.map(({ id }) => id)
}

export async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, MemberName>> {
  const rows = await db.rows<MemberName>(
    'select id, username, last_name, first_name from users where id = any ($1)',
    [ids],
    'search-names',
  )
  return new Map(rows.map((row) => [row.id, row]))
}
