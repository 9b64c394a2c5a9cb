import { tokyoDate } from '@shirogane/contract/person'

export type Cell = string | number | null

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
  const isFormula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\0])/u.test(value)
  const text = isFormula || isMisread(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Would a spreadsheet show something else than these figures? It drops the zeros in front of a number, keeps fifteen figures
 * of it, raises 12E3 to a power and makes 3-12 a day of this year. A day that is written as one stays one.
 */
function isMisread(value: string): boolean {
  const text = value.normalize('NFKC').trim()
  return (
    /^(?:0\d+|\d{16,}|\d+(?:\.\d*)?e\d+|\d+:\d+(?::\d+)?)$/i.test(text) ||
    (/^(?:\d{1,4}[-/]\d{1,2}(?:[-/]\d{1,4})?|\d{1,2}[-/]\d{4})$/.test(text) && !writtenDay.test(value))
  )
}
const writtenDay = /^\d{4}\/\d\d\/\d\d$/

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
