import { type AccessFacts, isEntitled } from '../access/people.ts'
import type { Decision } from '../movements/movement.ts'
import { transfersOf } from '../movements/transfer.ts'
import { daysOverdue } from './overdue.ts'

/** Everything that the giving up of a debt is decided by. */
export type WriteOffFacts = {
  access: AccessFacts
  today: string
  /** Null where the sale deferred nothing. Yen, and the day on which it was to be paid. */
  debt: {
    sale_id: string
    customer_id: string
    store_id: string
    outstanding: number
    due_on: string
  } | null
  /** So many days after the due day it is still expected. */
  days: number
}

type Code = 'FORBIDDEN' | 'TXN_NOT_FOUND' | 'SELF_DEALING' | 'DEFERRED_ENDED' | 'DEFERRED_WRITE_OFF_EARLY'

/**
 * Gives up what is left of a deferred payment that is no longer expected: the brand bears it, and the customer's debt is
 * gone from the books. Nothing is earned by it.
 */
export function writeOffDebt(
  { access, debt, today, days }: WriteOffFacts,
  by: { transaction_id: string; actor_id: string; reason: string },
): Decision<Code> {
  if (!isEntitled(access, 'later.write_off')) return { code: 'FORBIDDEN' }
  if (debt === null) return { code: 'TXN_NOT_FOUND' }
  if (access.is_own) return { code: 'SELF_DEALING' }
  if (debt.outstanding === 0) return { code: 'DEFERRED_ENDED' }
  if (daysOverdue(debt.due_on, today) <= days) return { code: 'DEFERRED_WRITE_OFF_EARLY', n: days }
  return {
    code: null,
    movements: [
      {
        id: by.transaction_id,
        kind: 'adjustment',
        step: 'write_off',
        customer_id: debt.customer_id,
        store_id: debt.store_id,
        employee_id: by.actor_id,
        related_id: debt.sale_id,
        reason: by.reason,
        message: { code: 'debt_written_off' },
        debts: [{ sale_id: debt.sale_id, written_off: debt.outstanding }],
        transfers: transfersOf([['write_off', 'bad_debts', 'receivable', debt.outstanding]]),
      },
    ],
  }
}
