import { grouped } from '@shirogane/contract/rules/digits'
import type {
  Debtor,
  DeferredAgeing,
  DeferredDebt,
  DeferredStanding,
} from '@shirogane/contract/resources/sales/deferred'
import type { Transaction, TransactionDetails } from '@shirogane/contract/resources/shapes'
import { errors, type ErrorCode } from '@shirogane/contract/wire/errors'
import { isOverdue } from '@shirogane/domain/deferred/overdue'
import { daysBetween } from '../../../lib/days.ts'
import type { Directory } from '../sale/directory.ts'
import type { DebtorRow, DebtPaymentRow, DebtRow, DebtState, NoteRow, StandingRow } from './store.ts'

type Stores = Pick<Directory, 'stores'>

const daysLate = (due_on: string, today: string): number => Math.max(0, daysBetween(due_on, today))

export function presentDebt(row: DebtRow, { stores }: Stores, today: string): DeferredDebt {
  const store = stores.get(row.store_id)
  return {
    id: row.sale_id,
    number: row.number,
    store: { id: row.store_id, code: store?.code ?? '', name: store?.name ?? '' },
    status: row.status,
    bought_on: row.bought_on,
    due_on: row.due_on,
    days_late: row.outstanding > 0 ? daysLate(row.due_on, today) : 0,
    amount: row.amount,
    collected: row.collected,
    cancelled: row.cancelled,
    remaining: row.outstanding,
  }
}

export function ageingOf(debts: readonly DeferredDebt[]): DeferredAgeing {
  const sum = (from: number, until: number) =>
    debts.reduce(
      (all, { days_late, remaining }) => (days_late >= from && days_late <= until ? all + remaining : all),
      0,
    )
  return { not_due: sum(0, 0), late_30: sum(1, 30), late_60: sum(31, 60), late_more: sum(61, Infinity) }
}

export function presentDebtor(
  row: DebtorRow,
  debts: readonly DeferredDebt[],
  { name, store_id }: { name: string; store_id: string | null },
): Debtor {
  const here = debts.filter(({ store }) => store_id === null || store.id === store_id)
  const due_on = debts.map((debt) => debt.due_on).toSorted()[0]!
  const days_late = Math.max(0, ...debts.map((debt) => debt.days_late))
  return {
    user: { id: row.id, username: row.username, name, avatar: row.avatar },
    total: row.receivable,
    here: here.reduce((sum, { remaining }) => sum + remaining, 0),
    limit: row.deferred_limit,
    oldest_on: debts.map(({ bought_on }) => bought_on).toSorted()[0]!,
    due_on,
    days_late,
    overdue: days_late > 0,
    ageing: ageingOf(debts),
    last_note:
      row.note === null || row.note_by === null || row.note_at === null
        ? null
        : { note: row.note, by: row.note_by, at: row.note_at.toISOString() },
    balance: row.balance,
    transactions: [...debts],
  }
}

export function presentStanding({ limit, total, overdue, due_on, code, n }: StandingRow): DeferredStanding {
  return {
    limit,
    total,
    available: Math.max(0, limit - total),
    overdue,
    due_on,
    refusal: code === null ? null : { code, message: sentenceOf(code, n) },
  }
}

function sentenceOf(code: ErrorCode, n: number | null): string {
  return errors[code][1].replace('{n}', grouped(n ?? 0))
}

export function presentNote({ note, by, at }: NoteRow): { note: string; by: string; at: string } {
  return { note, by, at: at.toISOString() }
}

export function presentState(
  { status, outstanding, due_on }: DebtState,
  today: string,
): Transaction['later'] {
  return { status, remaining: outstanding, due_on, overdue: outstanding > 0 && isOverdue(due_on, today) }
}

export function presentPayment(
  row: DebtPaymentRow,
  { stores }: Stores,
): TransactionDetails['later_payments'][number] {
  return {
    id: row.id,
    number: row.number,
    at: row.at.toISOString(),
    amount: row.amount,
    points: row.points,
    tender: row.tender,
    store: stores.get(row.store_id)?.name ?? '',
  }
}
