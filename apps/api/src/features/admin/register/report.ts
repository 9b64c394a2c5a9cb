import type { PeriodReport } from '@shirogane/contract/resources/brand/days'
import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { addDays, daysBetween } from '../../../lib/days.ts'
import { directoryOf } from '../../transactions/index.ts'
import { presentFigures } from '../../days/present.ts'
import { type LedgerDay, sumOfDays } from '../../days/rules.ts'
import { computeDay, listBusyDays, listClosedDays, type StoreRow } from '../../days/store.ts'
import { getStore } from '../../days/whose.ts'

type BookedDay = { date: string; closed: boolean; day: LedgerDay }

export async function report(
  ctx: Context,
  actor: Actor,
  { query: { store_id, from, until } }: Input<'admin.dayReport'>,
): Promise<Output<'admin.dayReport'>> {
  const store = await getStore(ctx, actor, store_id)
  return getReport(ctx, store, from, until)
}

/** A period, and the same number of days before it. Closed days are what their closes say, the others are summed anew. */
export async function getReport(
  ctx: Context,
  store: StoreRow,
  from: string,
  until: string,
): Promise<PeriodReport> {
  const length = daysBetween(from, until) + 1
  if (length > limits.dayReportDays)
    throw new Problem('PERIOD_TOO_LONG', { blanks: { n: limits.dayReportDays } })
  const before = { from: addDays(from, -length), until: addDays(from, -1) }
  const [days, earlier, { employees }] = await Promise.all([
    listDays(ctx, store.id, from, until),
    listDays(ctx, store.id, before.from, before.until),
    directoryOf(ctx),
  ])
  const figuresOf = (booked: readonly BookedDay[]) =>
    presentFigures(
      sumOfDays(
        booked.map(({ day }) => day),
        store.first_hour,
      ),
      employees,
    )
  return {
    store: { id: store.id, code: store.code, name: store.name },
    from,
    until,
    figures: figuresOf(days),
    before: { ...before, figures: figuresOf(earlier) },
    days: days.map(({ date, closed, day }) => ({
      date,
      closed,
      count: day.sales.count,
      total: day.sales.total,
      refunds: day.refunds.total,
      net: day.sales.total - day.refunds.total,
    })),
  }
}

async function listDays(ctx: Context, storeId: string, from: string, until: string): Promise<BookedDay[]> {
  const [closed, busy] = await Promise.all([
    listClosedDays(ctx.db, storeId, from, until),
    listBusyDays(ctx.db, storeId, from, until),
  ])
  const known = new Map(closed.map(({ business_date, report: day }) => [business_date, day]))
  const days: BookedDay[] = closed.map(({ business_date, report: day }) => ({
    date: business_date,
    closed: true,
    day,
  }))
  for (const date of busy) {
    if (!known.has(date)) days.push({ date, closed: false, day: await computeDay(ctx.db, storeId, date) })
  }
  return days.toSorted((a, b) => (a.date < b.date ? -1 : 1))
}
