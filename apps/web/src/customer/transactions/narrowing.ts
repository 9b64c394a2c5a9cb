import { transactionFilters } from '@shirogane/contract/wire/filters'
import { limits } from '@shirogane/contract/rules/limits'
import { isCalendarDate } from '@shirogane/contract/inputs/person'
import { readNumber } from '@shirogane/ui/inputs/read-number'
import type { Narrowing } from '../../shell/queries/queries.ts'

export const periods = ['this_month', 'last_month', 'three_months', 'chosen'] as const
export type Period = (typeof periods)[number]

const idForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** What stands in the address; a value that cannot be meant is left out. */
export function readNarrowing(search: Readonly<Record<string, string | undefined>>): Narrowing {
  const date = (value = '') => (isCalendarDate(value) ? value : undefined)
  const from = date(search['from'])
  const to = date(search['to'])
  const isReversed = from !== undefined && to !== undefined && from > to
  const [amount_min, amount_max] = [readYen(search['min']), readYen(search['max'])]
  const isUpsideDown = amount_min !== undefined && amount_max !== undefined && amount_min > amount_max
  const store_id = idForm.test(search['store'] ?? '') ? search['store'] : undefined
  return {
    filter: transactionFilters.find((filter) => filter === search['filter']) ?? 'all',
    ...(from !== undefined && !isReversed && { from }),
    ...(to !== undefined && !isReversed && { to }),
    ...(store_id !== undefined && { store_id }),
    ...(amount_min !== undefined && !isUpsideDown && { amount_min }),
    ...(amount_max !== undefined && !isUpsideDown && { amount_max }),
  }
}

export function addressOf({ from, to, store_id, amount_min, amount_max }: Omit<Narrowing, 'filter'>) {
  return {
    from,
    to,
    store: store_id,
    min: amount_min?.toString(),
    max: amount_max?.toString(),
  }
}

/** Is anything asked for besides the kind? */
export function isSearch(narrowing: Narrowing): boolean {
  return Object.keys(narrowing).length > 1
}

/** Whole yen in any width; undefined for nothing, and for what is no amount. */
export function readYen(text: string | undefined): number | undefined {
  const yen = readNumber(text ?? '')
  return typeof yen === 'number' && yen <= limits.amountMax ? yen : undefined
}

/** The days of a period that has a name, from the first to the last. Null where the reader names the days. */
export function daysOf(period: Period, today: string): { from: string; to: string } | null {
  const [year = 0, month = 0] = today.split('-').map((part) => Number.parseInt(part, 10))
  // Day 0 of a month is the last of the month before.
  const day = (months: number, date: number) =>
    new Date(Date.UTC(year, month - 1 + months, date)).toISOString().slice(0, 10)
  switch (period) {
    case 'this_month':
      return { from: day(0, 1), to: day(1, 0) }
    case 'last_month':
      return { from: day(-1, 1), to: day(0, 0) }
    case 'three_months':
      return { from: day(-2, 1), to: day(1, 0) }
    case 'chosen':
      return null
  }
}

export function periodOf({ from, to }: Pick<Narrowing, 'from' | 'to'>, today: string): Period | null {
  if (from === undefined && to === undefined) return null
  const named = periods.find((period) => {
    const days = daysOf(period, today)
    return days?.from === from && days?.to === to
  })
  return named ?? 'chosen'
}
