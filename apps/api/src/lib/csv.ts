import { tokyoDate } from '@shirogane/domain/time/tokyo'

export type Cell = string | number | Decimal | null

/** A number that is written with so many places: 0.500. */
type Decimal = { decimal: string }
export const decimal = (value: number, places: number): Decimal => ({ decimal: value.toFixed(places) })

/** For a spreadsheet: the mark in front tells it that this is UTF-8. */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

/**
 * A spreadsheet takes a text that begins like a formula for one, in Japanese also with full-width signs and behind spaces,
 * and makes numbers and dates of others; the mark in front makes it a text again.
 */
export function cell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'object') return value.decimal
  const isFormula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\0])/u.test(value)
  const text = isFormula || isMisread(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Would a spreadsheet show something else than this text? It drops the zeros around a number and the commas in it, keeps
 * fifteen figures of it, raises 12E3 to a power, and makes (123) less than nothing, 5% a part of one and 3-12, MAR1 or R6.1.2
 * a day. A day that is written as ours are stays one.
 */
function isMisread(value: string): boolean {
  const text = value.normalize('NFKC').trim()
  return !writtenDay.test(value) && misread.some((shape) => shape.test(text))
}
const writtenDay = /^\d{4}\/\d\d\/\d\d$/

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const misread: readonly RegExp[] = [
  // Numbers: 0042, sixteen figures, 12.50, .5, 12E3, 1,234, (123), 5%, 1 1/2.
  /^(?:0\d+(?:\.\d*)?|\d{16,}(?:\.\d*)?|\d*\.\d*0|\d+\.|\.\d+)$/,
  /^\d+(?:\.\d*)?e[+-]?\d+$/i,
  /^\d[\d,]*,\d{3,}(?:\.\d*)?$/,
  /^\(\s*[\d,]*\d(?:\.\d*)?\s*\)$/,
  /^(?:[\d,]*\d(?:\.\d*)?\s*%|%\s*[\d,]*\d(?:\.\d*)?)$/,
  /^\d+ \d+\/\d+$/,
  // Times of day: 10:30, 5 PM, 10時30分.
  /^\d+(?::\d+){1,2}(?:\s*[ap]m?)?$/i,
  /^\d{1,2}\s+[ap]m?$/i,
  /^\d{1,2}時\d{1,2}分(?:\d{1,2}秒)?$/,
  // Days: 3-12, 1-2-3, 12-1999, 1月2日, 2026年1月, R6.1.2, 令和6年1月2日.
  /^(?:\d{1,4}[-/]\d{1,2}(?:[-/]\d{1,4})?|\d{1,2}[-/]\d{4})$/,
  /^(?:(?:\d{4}|(?:明治|大正|昭和|平成|令和|[mtshr])(?:\d{1,2}|元))年)?\d{1,2}月(?:\d{1,2}日)?$/i,
  /^[mtshr]\d{1,2}[./-]\d{1,2}[./-]\d{1,2}$/i,
  new RegExp(`^(?:\\d{1,4}[-/. ]*)?${month}[-/., ]*\\d{1,4}(?:[-/., ]+\\d{1,4})?$`, 'i'),
  new RegExp(`^\\d{1,4}[-/. ]*${month}$`, 'i'),
]

/** A day as spreadsheets of the trade have it: 2026/11/21. */
export function csvDate(day: string | Date): string {
  return (typeof day === 'string' ? day : tokyoDate(day)).replaceAll('-', '/')
}

const clock = new Intl.DateTimeFormat('ja-JP', {
  timeZone: 'Asia/Tokyo',
  timeStyle: 'medium',
  hourCycle: 'h23',
})

/** A moment in Asia/Tokyo, to the second: 2026/11/21 09:03:05. */
export function csvTime(at: Date): string {
  return `${csvDate(at)} ${clock.format(at).padStart(8, '0')}`
}
