import type { Movement, Refusal } from '../movements/movement.ts'
import { areCountsEqual, type CashCounts, countCash } from './count-cash.ts'
import { moveDrawer } from './move-drawer.ts'

/** Everything that the close of a day is decided by. */
export type CloseFacts = {
  is_closed: boolean
  is_begun: boolean
  /** The last close of this day, also where the day was opened again. */
  last: { counts: CashCounts; deposit: number; reason: string | null; note: string | null } | null
  /** The first day before it that is worked on and not closed. */
  earlier_open_day: string | null
  /** A later day has its float already. */
  has_later_float: boolean
  /** What is under way and would belong to the day, one by one. */
  blockers: readonly ('parked' | 'pending' | 'stock_count')[]
  /** What its float came to; null where it was not counted. */
  float_counted: number | null
  /** Yen, as the report of the day has them; null where there is nothing to close on. */
  cash: { expected: number; pay_in: number; pay_out: number } | null
}

export type CloseWish = {
  over_short_id: string
  deposit_id: string
  store_id: string
  date: string
  actor_id: string
  /** Who else agreed to the difference. */
  approved_by: string | null
  /** A difference of so many yen needs them; null where none does. */
  approval_from: number | null
  /** What the clerk believes the float to have been; null where they say nothing of it. */
  float: CashCounts | null
  counts: CashCounts
  /** The figures that were shown to the clerk; null where none were. */
  expected: number | null
  cash_in: number | null
  cash_out: number | null
  reason: string | null
  note: string | null
  /** To the bank; the rest is left for the next day. */
  deposit: number
}

type Code =
  | 'REGISTER_CLOSED'
  | 'CLOSE_TOO_EARLY'
  | 'CLOSE_ORDER'
  | 'CLOSE_PENDING_TXN'
  | 'CLOSE_COUNT_OPEN'
  | 'VALIDATION_ERROR'
  | 'REGISTER_NOT_OPEN'
  | 'CONFLICT'
  | 'CLOSE_REASON_REQUIRED'
  | 'APPROVAL_REQUIRED'

/** `close` is null where the close that stands is the answer. `on_date`: the day that is in the way. */
type CloseDecision =
  | (Refusal<Code> & { on_date?: string })
  | {
      code: null
      close: { counted: number; over_short: number; reason: string | null; carry: number } | null
      movements: Movement[]
    }

/**
 * Closes a day, once. A caller who closes it again in the same words is shown the close that stands. What was counted more
 * or less than the books say is over or short, and what goes to the bank leaves the drawer.
 */
export function closeDay(facts: CloseFacts, wish: CloseWish): CloseDecision {
  const { counts, deposit, reason, note } = wish
  if (facts.is_closed)
    return isAskedAgain(facts, wish)
      ? { code: null, close: null, movements: [] }
      : { code: 'REGISTER_CLOSED' }
  const early = refuseDay(facts)
  if (early) return early
  const counted = countCash(counts)
  if (counted === null || deposit < 0 || deposit > counted) return { code: 'VALIDATION_ERROR' }
  const { float_counted, cash } = facts
  if (float_counted === null || cash === null) return { code: 'REGISTER_NOT_OPEN' }
  if (wish.float !== null && countCash(wish.float) !== float_counted) return { code: 'CONFLICT' }
  // The clerk closes on the figures that were shown to them: a sale that came in between is counted first.
  const hasMoved = (shown: number | null, figure: number) => shown !== null && shown !== figure
  if (
    hasMoved(wish.expected, cash.expected) ||
    hasMoved(wish.cash_in, cash.pay_in) ||
    hasMoved(wish.cash_out, cash.pay_out)
  )
    return { code: 'CONFLICT' }
  const over_short = counted - cash.expected
  if (over_short !== 0 && reason === null) return { code: 'CLOSE_REASON_REQUIRED', n: over_short }
  if (wish.approval_from !== null && Math.abs(over_short) >= wish.approval_from && wish.approved_by === null)
    return { code: 'APPROVAL_REQUIRED', n: over_short }
  const at = { store_id: wish.store_id, employee_id: wish.actor_id, business_date: wish.date }
  return {
    code: null,
    close: { counted, over_short, reason: over_short === 0 ? null : reason, carry: counted - deposit },
    movements: [
      ...moveDrawer(
        {
          ...at,
          id: wish.over_short_id,
          step: 'over_short',
          approved_by: wish.approved_by,
          reason,
          note,
        },
        { over_short },
      ),
      ...moveDrawer({ ...at, id: wish.deposit_id, step: 'deposit' }, { cash_office: -deposit }),
    ],
  }
}

function isAskedAgain({ last }: CloseFacts, { counts, deposit, reason, note }: CloseWish): boolean {
  return (
    last !== null &&
    areCountsEqual(last.counts, counts) &&
    last.deposit === deposit &&
    last.reason === reason &&
    last.note === note
  )
}

/** Why a day that is open cannot be closed yet, no matter what was counted. */
function refuseDay(facts: CloseFacts): (Refusal<Code> & { on_date?: string }) | null {
  if (!facts.is_begun) return { code: 'CLOSE_TOO_EARLY' }
  if (facts.earlier_open_day !== null) return { code: 'CLOSE_ORDER', on_date: facts.earlier_open_day }
  // A later day has begun with what this one left: it went by without a close.
  if (facts.has_later_float) return { code: 'REGISTER_CLOSED' }
  const { length: n } = facts.blockers
  if (n === 0) return null
  const areCounts = facts.blockers.every((kind) => kind === 'stock_count')
  return { code: areCounts ? 'CLOSE_COUNT_OPEN' : 'CLOSE_PENDING_TXN', n }
}
