import type { PrepaidBaseDate } from '@shirogane/contract/resources/brand/prepaid'
import type { Actor, Context } from '../../context.ts'
import type { Db } from '../../db/sql.ts'
import type { Input, Output } from '../../http/operation.ts'
import { addDays } from '../../lib/days.ts'
import { listDays, periodOf } from '../prepaid/book.ts'
import { baseDateBefore, baseDateFrom, depositOf, reportBy, totalOf } from '../prepaid/rules.ts'
import { findFirstDay, getToday, getUnused } from '../prepaid/store.ts'
import { countedOf, readTerms, type Terms } from '../prepaid/terms.ts'

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
