import type { DayReversal } from '@shirogane/contract/days'
import { clockTime } from '../../../lib/dates.ts'
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
