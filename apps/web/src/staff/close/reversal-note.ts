import type { DayReversal } from '@shirogane/contract/resources/brand/days'
import { clockTime } from '../../shared/dates/dates.ts'
import { text } from './text.ts'

/** When, by whom, of which sale and why, the same on the screen and on paper. */
export function reversalNote({ at, employee, approved_by, sale_number, reason }: DayReversal): string {
  return [
    clockTime(at),
    employee.name,
    approved_by !== null && `${text.approvedBy} ${approved_by.name}`,
    sale_number !== null && text.ofSale(sale_number),
    reason,
  ]
    .filter(Boolean)
    .join('　')
}
