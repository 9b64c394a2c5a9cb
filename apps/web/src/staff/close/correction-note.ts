import type { DayCorrection } from '@shirogane/contract/resources/brand/days'
import { timeOn } from '../../shared/dates/dates.ts'
import { yenSign } from '../shared/cash/money.ts'
import { text } from './text.ts'

/** When a sale of this day was corrected, by whom, what it was and what it is, and why, the same on the screen and on paper. */
export function correctionNote(one: DayCorrection, date: string): string {
  const { at, employee, approved_by, tenders, seller, note, reason } = one
  const ways = (['cash', 'card'] as const).map(
    (way) =>
      tenders !== null &&
      text.fromTo(text.tenders[way], yenSign(tenders.before[way]), yenSign(tenders.after[way])),
  )
  return [
    timeOn(date, at),
    employee.name,
    approved_by !== null && `${text.approvedBy} ${approved_by.name}`,
    ...ways,
    seller !== null && text.fromTo(text.seller, seller.before, seller.after),
    note !== null && text.fromTo(text.note, note.before ?? text.noNote, note.after ?? text.noNote),
    reason,
  ]
    .filter(Boolean)
    .join('　')
}
