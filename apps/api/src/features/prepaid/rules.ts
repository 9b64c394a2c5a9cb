import { csvDate, csvOf as sheetOf } from '../../lib/csv.ts'
import type { PrepaidColumns } from '@shirogane/contract/resources/brand/prepaid'
import { addDays } from '../../lib/days.ts'
import { header, names, total as totalName } from './text.ts'

export type Bucket = 'paid' | 'bonus'
export type Buckets = Readonly<Record<Bucket, PrepaidColumns>>
export type BookDay = { on: string } & Buckets
export type BookRow = { on_date: string; bucket: Bucket } & PrepaidColumns

/** Every day of the period, also those on which nothing moved; `before` is what was there when it began. */
export function fillDays(
  rows: readonly BookRow[],
  { from, until, before }: { from: string; until: string; before: Readonly<Record<Bucket, number>> },
): BookDay[] {
  const known = new Map(rows.map((row) => [`${row.on_date} ${row.bucket}`, row]))
  const left = { ...before }
  const days: BookDay[] = []
  for (let on = from; on <= until; on = addDays(on, 1)) {
    const of = (bucket: Bucket): PrepaidColumns => {
      const row = known.get(`${on} ${bucket}`)
      const day = row ? columnsOf(row) : still(left[bucket])
      left[bucket] = day.closing
      return day
    }
    days.push({ on, paid: of('paid'), bonus: of('bonus') })
  }
  return days
}

function columnsOf(row: BookRow): PrepaidColumns {
  const { opening, issued, cancelled, used, returned, expired, repaid, closing } = row
  return { opening, issued, cancelled, used, returned, expired, repaid, closing }
}

function still(balance: number): PrepaidColumns {
  return {
    opening: balance,
    issued: 0,
    cancelled: 0,
    used: 0,
    returned: 0,
    expired: 0,
    repaid: 0,
    closing: balance,
  }
}

/** The whole period in one row. */
export function totalOf(days: readonly BookDay[]): Buckets {
  const of = (bucket: Bucket): PrepaidColumns => {
    const sum = (name: keyof PrepaidColumns) => days.reduce((all, day) => all + day[bucket][name], 0)
    return {
      opening: days[0]?.[bucket].opening ?? 0,
      issued: sum('issued'),
      cancelled: sum('cancelled'),
      used: sum('used'),
      returned: sum('returned'),
      expired: sum('expired'),
      repaid: sum('repaid'),
      closing: days.at(-1)?.[bucket].closing ?? 0,
    }
  }
  return { paid: of('paid'), bonus: of('bonus') }
}

/** The base dates of the law, the 31st of March and the 30th of September: the first one on or after this day. */
export function baseDateFrom(date: string): string {
  const year = Number(date.slice(0, 4))
  return [`${year}-03-31`, `${year}-09-30`, `${year + 1}-03-31`].find((on) => on >= date)!
}

export function baseDateBefore(date: string): string {
  const year = Number(date.slice(0, 4))
  return [`${year - 1}-09-30`, `${year}-03-31`, `${year}-09-30`].findLast((on) => on < date)!
}

/** Two months from the day after the base date: to the end of May, and of November. */
export function reportBy(baseDate: string): string {
  return baseDate.endsWith('-03-31') ? `${baseDate.slice(0, 4)}-05-31` : `${baseDate.slice(0, 4)}-11-30`
}

/** At least half of what is unused is to be secured, once it is over the threshold. */
export function depositOf(counted: number, threshold: number): number {
  return counted > threshold ? Math.ceil(counted / 2) : 0
}

/** With the mark by which spreadsheets know UTF-8, the whole period last. */
export function csvOf(days: readonly BookDay[]): Uint8Array {
  const line = (on: string, bucket: Bucket, row: PrepaidColumns) => [
    on,
    names[bucket],
    row.opening,
    row.issued,
    row.cancelled,
    row.used,
    row.returned,
    row.expired,
    row.repaid,
    row.closing,
  ]
  const total = totalOf(days)
  const lines = [
    header,
    ...days.flatMap((day) => [
      line(csvDate(day.on), 'paid', day.paid),
      line(csvDate(day.on), 'bonus', day.bonus),
    ]),
    line(totalName, 'paid', total.paid),
    line(totalName, 'bonus', total.bonus),
  ]
  return Buffer.from(sheetOf(lines))
}
