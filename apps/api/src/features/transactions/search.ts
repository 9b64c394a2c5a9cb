import { noTenders } from '@shirogane/domain/sales/tenders'
import { sentenceOf } from '@shirogane/contract/wire/errors'
import type { FoundTransaction } from '@shirogane/contract/resources/sales/search'
import type { SearchQuery } from '@shirogane/contract/transactions/search'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { pageOf } from '../../http/pages/page.ts'
import { Problem } from '../../http/problem.ts'
import { limits } from '@shirogane/contract/rules/limits'
import { daysBetween } from '../../lib/days.ts'
import { type Directory, directoryOf } from './sale/directory.ts'
import { listLinesOf } from './history/list-store.ts'
import { presentTransaction } from './history/present.ts'
import { rewardsOf } from './history/reward-facts.ts'
import { mayReadNames, memberName, readWord } from './search/search-rules.ts'
import { findMemberIds, type Found, listFound, namesOf, sumFound } from './search/search-store.ts'
import { text } from './text.ts'

type Narrowing = Omit<SearchQuery, 'page' | 'limit'>

/** A search over more days than these would read more than a screen is worth. */
const daysMax = 92

/** What a store has settled, narrowed as the caller asks, with the sums of all of it. */
export async function search(
  ctx: Context,
  actor: Actor,
  { query }: Input<'transactions.search'>,
): Promise<Output<'transactions.search'>> {
  const { page, limit } = query
  const directory = await directoryOf(ctx)
  const asked = await foundBy(ctx, actor, query, directory)
  if (asked === null) return { ...pageOf([], { page, limit, counted: 0 }), sums: nothing }
  const [items, sums] = await Promise.all([
    listPresented(ctx, actor, asked, { skip: (page - 1) * limit, limit: limit + 1 }),
    sumFound(ctx.db, asked),
  ])
  const { count, sales, refunds, kept, ...tenders } = sums
  return {
    ...pageOf(items, { page, limit, counted: count }),
    sums: count > limits.listTotalCap ? null : { count, sales, refunds, net: sales - refunds, tenders, kept },
  }
}

/** The days that are looked through; null for all of them. */
export function daysOf({ date, from, until }: Narrowing): Found['days'] {
  const first = date ?? from ?? until
  const last = date ?? until ?? from
  if (first === undefined || last === undefined) return null
  if (first > last)
    throw new Problem('VALIDATION_ERROR', { fields: { until: sentenceOf('PERIOD_REVERSED') } })
  if (daysBetween(first, last) >= daysMax) throw new Problem('PERIOD_TOO_LONG', { blanks: { n: daysMax } })
  return { from: first, until: last }
}

const nothing = {
  count: 0,
  sales: 0,
  refunds: 0,
  net: 0,
  tenders: noTenders,
  kept: 0,
}

/** Null where nothing can match: no member has that name. */
export async function foundBy(
  ctx: Context,
  actor: Actor,
  asked: Narrowing,
  directory: Directory,
): Promise<Found | null> {
  const { store_id, skus, employee_id, q, amount_from = null, amount_until = null } = asked
  const days = daysOf(asked)
  // No index knows amounts: without days a rare one would be looked for through everything there ever was.
  if (days === null && (amount_from !== null || amount_until !== null)) {
    throw new Problem('VALIDATION_ERROR', { fields: { from: sentenceOf('REQUIRED', { field: text.date }) } })
  }
  if (amount_from !== null && amount_until !== null && amount_from > amount_until) {
    throw new Problem('VALIDATION_ERROR', { fields: { amount_until: sentenceOf('AMOUNTS_REVERSED') } })
  }
  const found: Found = {
    stores: storesOf(actor, store_id, directory),
    days,
    amount_from,
    amount_until,
    employee: employee_id,
    skus: skus === undefined || skus.length === 0 ? null : skus,
    members: null,
    number: null,
    number_end: null,
  }
  if (q === undefined || q === '') return found
  const word = readWord(q, days !== null && days.from === days.until)
  // A number names one document and its own day, so that the other fields do not count.
  if (word.kind === 'number') {
    const all = { days: null, amount_from: null, amount_until: null, employee: null, skus: null }
    return { ...found, ...all, number: word.number }
  }
  if (word.kind === 'number_end') return { ...found, number_end: word.end }
  const members = await findMemberIds(ctx.db, word)
  return members.length === 0 ? null : { ...found, members }
}

/** To a caller who belongs to one store, another store is not there. */
function storesOf(actor: Actor, named: string | undefined, { stores }: Directory): string[] {
  const own = actor.employee?.store_id ?? null
  const store = own ?? named ?? null
  if (named !== undefined && (named !== store || !stores.has(named))) throw new Problem('NOT_FOUND')
  return store === null ? [...stores.keys()] : [store]
}

export async function listPresented(
  ctx: Context,
  actor: Actor,
  asked: Found,
  page: { skip: number; limit: number },
): Promise<FoundTransaction[]> {
  const [rows, directory] = await Promise.all([listFound(ctx.db, asked, page), directoryOf(ctx)])
  const customers = new Set(rows.flatMap(({ customer_id }) => (customer_id === null ? [] : [customer_id])))
  const [lines, rewards, names] = await Promise.all([
    listLinesOf(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    rewardsOf(ctx.db, rows),
    namesOf(ctx.db, [...customers]),
  ])
  return rows.map((row) => {
    const member = row.customer_id === null ? undefined : names.get(row.customer_id)
    const register = directory.registers.get(row.register_id ?? '')
    return {
      ...presentTransaction(row, lines.get(row.id) ?? [], directory, null, rewards.get(row.id)),
      register: register ? { id: register.id, number: register.number } : null,
      member: member ? { id: member.id, name: memberName(member, mayReadNames(actor)) } : null,
    }
  })
}
