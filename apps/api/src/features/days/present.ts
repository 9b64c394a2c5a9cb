import type {
  CashMove,
  DayClose,
  DayCorrection,
  DayFigures,
  DayReversal,
} from '@shirogane/contract/resources/brand/days'
import { type Directory } from '../transactions/index.ts'
import type { LedgerDay } from './rules.ts'
import type { CloseHead, CorrectionRow, MoveRow, ReversalRow } from './store.ts'

type People = Directory['employees']

export function personOf(people: People, id: string): { id: string; number: string; name: string } {
  const person = people.get(id)
  return person ? { id: person.id, number: person.number, name: person.name } : { id, number: '', name: '' }
}

export function presentFigures(day: Omit<LedgerDay, 'cash'>, people: People): DayFigures {
  const { cash: _, employees, ...figures } = day as LedgerDay
  return {
    ...figures,
    net: figures.sales.total - figures.refunds.total,
    employees: employees.map(({ employee_id, ...sums }) => ({
      employee: personOf(people, employee_id),
      ...sums,
    })),
  }
}

export function presentClose(row: CloseHead, people: People): DayClose {
  return {
    id: row.id,
    business_date: row.business_date,
    z_number: row.z_number,
    revision: row.revision,
    counts: row.counts,
    counted: row.counted,
    expected: row.expected,
    over_short: row.over_short,
    reason: row.reason,
    note: row.note,
    deposit: row.deposit,
    carry: row.carry,
    employee: personOf(people, row.employee_id),
    approved_by: row.approved_by === null ? null : personOf(people, row.approved_by),
    closed_at: row.closed_at.toISOString(),
    seal: row.hash.toString('hex'),
    reopened:
      row.reopened_at === null
        ? null
        : {
            at: row.reopened_at.toISOString(),
            by: personOf(people, row.reopened_by ?? ''),
            reason: row.reopen_reason ?? '',
          },
  }
}

export function presentMove(row: MoveRow, people: People): CashMove {
  return {
    id: row.id,
    number: row.number,
    act: row.act,
    change: row.change,
    reason: row.reason,
    note: row.note,
    employee: personOf(people, row.employee_id),
    at: row.at.toISOString(),
  }
}

export function presentCorrection(row: CorrectionRow, people: People): DayCorrection {
  return {
    id: row.id,
    sale_id: row.sale_id,
    sale_number: row.sale_number,
    tenders:
      row.cash_before === row.cash_after
        ? null
        : {
            before: { cash: row.cash_before, card: row.card_before },
            after: { cash: row.cash_after, card: row.card_after },
          },
    seller:
      row.employee_before === row.employee_after
        ? null
        : {
            before: personOf(people, row.employee_before).name,
            after: personOf(people, row.employee_after).name,
          },
    note: row.note_before === row.note_after ? null : { before: row.note_before, after: row.note_after },
    reason: row.reason,
    employee: personOf(people, row.corrected_by),
    approved_by: row.approved_by === null ? null : personOf(people, row.approved_by),
    at: row.at.toISOString(),
  }
}

export function presentReversal(row: ReversalRow, people: People): DayReversal {
  return {
    id: row.id,
    act: row.act,
    number: row.number,
    sale_number: row.sale_number,
    amount: row.amount,
    reason: row.reason,
    employee: personOf(people, row.employee_id),
    approved_by: row.approved_by === null ? null : personOf(people, row.approved_by),
    at: row.at.toISOString(),
  }
}
