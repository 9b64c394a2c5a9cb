import type { Decision } from '../movements/movement.ts'
import { moveDrawer } from './move-drawer.ts'

/** Everything that the opening of a closed day is decided by. */
export type ReopenFacts = {
  /** The last close of the day; null where there is none. */
  close: { is_reopened: boolean; deposit: number; over_short: number } | null
  /** No later day of the shop is closed. */
  is_last: boolean
  /** A later day has its float already. */
  has_later_float: boolean
}

export type ReopenWish = {
  transaction_id: string
  actor_id: string
  store_id: string
  date: string
  reason: string
}

/**
 * Opens the last closed day of a shop again: what its close posted is taken back. Not once the next day has its float:
 * that was counted from what this close left.
 */
export function reopenDay(
  { close, is_last, has_later_float }: ReopenFacts,
  wish: ReopenWish,
): Decision<'NOT_FOUND' | 'DAY_IS_OPEN' | 'REOPEN_TOO_LATE'> {
  if (close === null) return { code: 'NOT_FOUND' }
  if (close.is_reopened) return { code: 'DAY_IS_OPEN' }
  if (!is_last || has_later_float) return { code: 'REOPEN_TOO_LATE' }
  return {
    code: null,
    movements: moveDrawer(
      {
        id: wish.transaction_id,
        step: 'reopen',
        store_id: wish.store_id,
        employee_id: wish.actor_id,
        business_date: wish.date,
        reason: wish.reason,
      },
      { cash_office: close.deposit, over_short: -close.over_short },
    ),
  }
}
