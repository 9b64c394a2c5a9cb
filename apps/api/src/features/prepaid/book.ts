import type { PrepaidBaseDate } from '@shirogane/contract/prepaid'
import { limits } from '@shirogane/contract/limits'
import type { Actor, Context } from '../../context.ts'
import type { Db } from '../../db/sql.ts'
import { Answer, type Input, type Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { addDays, daysBetween } from '../../lib/days.ts'
import { recordAct } from '../log/index.ts'
import {
  baseDateBefore,
  baseDateFrom,
  type BookDay,
  csvOf,
  depositOf,
  fillDays,
  reportBy,
  totalOf,
} from './rules.ts'
import { findFirstDay, getToday, getUnused, listBook } from './store.ts'
import { countedOf, readTerms, type Terms } from './terms.ts'

const defaultDays = 30
const baseDatesShown = 5

/** The book of a period, what is unused now, and the base dates that the law asks about. */
export async function book(
  ctx: Context,
  _actor: Actor,
  { query }: Input<'admin.prepaid'>,
): Promise<Output<'admin.prepaid'>> {
  const [today, terms] = await Promise.all([getToday(ctx.db), readTerms(ctx.db)])
  const { from, until } = periodOf(query, today.date)
  const [unused, days, base_dates] = await Promise.all([
    getUnused(ctx.db, today.date),
    listDays(ctx.db, from, until),
    listBaseDates(ctx.db, today.date, terms),
  ])
  return {
    as_of: today.at.toISOString(),
    from,
    until,
    separate: terms.separate,
    unused: { ...unused, counted: countedOf(terms, unused) },
    alerts: [terms.alert, terms.threshold],
    threshold: terms.threshold,
    base_dates,
    total: totalOf(days),
    days: days.toReversed(),
  }
}

export async function csv(
  ctx: Context,
  actor: Actor,
  { query, requestId }: Input<'admin.prepaidCsv'>,
): Promise<Answer<Output<'admin.prepaidCsv'>>> {
  const { from, until } = periodOf(query, (await getToday(ctx.db)).date)
  const file = csvOf(await listDays(ctx.db, from, until)) as Output<'admin.prepaidCsv'>
  await recordAct(ctx, ctx.db, { actor, requestId, action: 'export.prepaid', after: { from, until } })
  return new Answer(file, {
    headers: { 'Content-Disposition': `attachment; filename="prepaid_${from}_${until}.csv"` },
  })
}

function periodOf(
  { from, until }: { from?: string | undefined; until?: string | undefined },
  today: string,
): { from: string; until: string } {
  const last = until ?? (from === undefined || from <= today ? today : from)
  const first = from ?? addDays(last, 1 - defaultDays)
  if (daysBetween(first, last) >= limits.prepaidPeriodDays)
    throw new Problem('PERIOD_TOO_LONG', { blanks: { n: limits.prepaidPeriodDays } })
  return { from: first, until: last }
}

async function listDays(db: Db, from: string, until: string): Promise<BookDay[]> {
  const [before, rows] = await Promise.all([getUnused(db, addDays(from, -1)), listBook(db, from, until)])
  return fillDays(rows, { from, until, before })
}

/** The one to come with the figures of today, and those behind it back to the first day of the book. */
async function listBaseDates(db: Db, today: string, terms: Terms): Promise<PrepaidBaseDate[]> {
  const first = (await findFirstDay(db)) ?? today
  const dates: PrepaidBaseDate[] = []
  for (let on = baseDateFrom(today); dates.length < baseDatesShown && on >= first; on = baseDateBefore(on)) {
    const unused = await getUnused(db, on)
    const counted = countedOf(terms, unused)
    dates.push({
      on,
      reached: on < today,
      from: addDays(baseDateBefore(on), 1),
      ...unused,
      counted,
      over: counted > terms.threshold,
      deposit: depositOf(counted, terms.threshold),
      report_by: reportBy(on),
    })
  }
  return dates
}
