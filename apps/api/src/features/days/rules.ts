import { allTenders, noTenders, eachOf } from '@shirogane/domain/sales/tenders'
import { type Cell, csvOf } from '../../lib/csv.ts'
import type { DayFigures, DayCash } from '@shirogane/contract/resources/brand/days'

/** The figures of a day as the ledger answers them: people by their ids. */
export type LedgerDay = Omit<DayFigures, 'employees' | 'net'> & {
  employees: { employee_id: string; count: number; total: number; refunds: number; voids: number }[]
  cash: DayCash
}

/**
 * What went through the drawer and stands in no line of its own is other cash, so that the lines come to what it must hold:
 * a void that kept something for points, or gave back what had been collected of its sale.
 */
export function wholeCash(cash: DayCash): DayCash {
  const { carried, float, sales, refunds, charges, collections, pay_in, pay_out, buybacks, expected } = cash
  const sum = (float ?? carried ?? 0) + sales + charges + collections + pay_in - refunds - buybacks - pay_out
  return { ...cash, other: expected - sum }
}

const addTo =
  <T extends Record<string, unknown>>(key: (item: T) => unknown, add: (sum: T, item: T) => T) =>
  (items: readonly T[]): T[] => {
    const sums = new Map<unknown, T>()
    for (const item of items) {
      const sum = sums.get(key(item))
      sums.set(key(item), sum ? add(sum, item) : item)
    }
    return [...sums.values()]
  }

/** Adds whole numbers field by field; what is no number is that of the first. */
function addFields<T extends object>(a: T, b: T): T {
  return Object.fromEntries(
    Object.entries(a).map(([field, value]) => {
      const other = (b as Record<string, unknown>)[field]
      return [field, typeof value === 'number' && typeof other === 'number' ? value + other : value]
    }),
  ) as T
}

const byHour = addTo<LedgerDay['hours'][number]>(
  ({ hour }) => hour,
  (a, b) => ({ hour: a.hour, count: a.count + b.count, total: a.total + b.total }),
)
const byRate = addTo<LedgerDay['tax'][number]>(
  ({ rate }) => rate,
  (a, b) => ({ ...addFields(a, b), rate: a.rate }),
)
const byEmployee = addTo<LedgerDay['employees'][number]>(({ employee_id }) => employee_id, addFields)
const byDepartment = addTo<LedgerDay['departments'][number]>(({ department }) => department, addFields)
const byArticle = addTo<LedgerDay['goods'][number]>(({ sku_id, name }) => sku_id ?? `name:${name}`, addFields)

const nothing = { count: 0, total: 0 }
export const emptyDay: Omit<LedgerDay, 'cash'> = {
  sales: { ...nothing, gross: 0, discounts: 0, pieces: 0, members: 0, customers: 0 },
  voids: nothing,
  refunds: { ...nothing, ...noTenders, kept: 0 },
  tenders: eachOf(allTenders, () => nothing),
  balance: { used_paid: 0, used_bonus: 0, given: 0 },
  charges: { ...nothing, cash: 0 },
  later: { given: 0, collected: 0, collected_cash: 0 },
  buybacks: nothing,
  corrections: 0,
  points: { granted: 0, used: 0, returned: 0, reclaimed: 0, expired: 0 },
  tax: [],
  hours: [],
  employees: [],
  departments: [],
  goods: [],
}

/**
 * Several days as one, the hours in their order from the one in which a day of the shop begins. Members of two days may be
 * the same people, so their number is the sum of the days'.
 */
export function sumOfDays(
  days: readonly Omit<LedgerDay, 'cash'>[],
  firstHour: number,
): Omit<LedgerDay, 'cash'> {
  const sum = days.reduce(
    (all, day) => ({
      ...emptyDay,
      sales: addFields(all.sales, day.sales),
      voids: addFields(all.voids, day.voids),
      refunds: addFields(all.refunds, day.refunds),
      tenders: eachOf(allTenders, (tender) => addFields(all.tenders[tender], day.tenders[tender])),
      balance: addFields(all.balance, day.balance),
      charges: addFields(all.charges, day.charges),
      later: addFields(all.later, day.later),
      buybacks: addFields(all.buybacks, day.buybacks),
      corrections: all.corrections + day.corrections,
      points: addFields(all.points, day.points),
    }),
    emptyDay,
  )
  const placeOf = ({ hour }: { hour: number }) => (hour + 24 - firstHour) % 24
  const largestFirst = <T extends { total: number }>(items: T[]) =>
    items.toSorted((a, b) => b.total - a.total)
  return {
    ...sum,
    tax: byRate(days.flatMap(({ tax }) => tax)).toSorted((a, b) => b.rate - a.rate),
    hours: byHour(days.flatMap(({ hours }) => hours)).toSorted((a, b) => placeOf(a) - placeOf(b)),
    employees: largestFirst(byEmployee(days.flatMap(({ employees }) => employees))),
    departments: largestFirst(byDepartment(days.flatMap(({ departments }) => departments))),
    goods: largestFirst(byArticle(days.flatMap(({ goods }) => goods))),
  }
}

/** A sheet that every spreadsheet reads. No number in it stands below zero: what is missing is said in its own column. */
export function sheetOf(lines: readonly (readonly Cell[])[]): Uint8Array {
  return Buffer.from(csvOf(lines))
}
