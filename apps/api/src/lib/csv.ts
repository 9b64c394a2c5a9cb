import { tokyoDate } from '@shirogane/contract/person'

export type Cell = string | number | null

/** For a spreadsheet: the mark in front tells it that this is UTF-8. */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

/**
 * A spreadsheet takes a text that begins like a formula for one, in Japanese also with full-width signs and behind spaces;
 * the mark in front makes it a text again.
 */
export function cell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\0])/u.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

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
