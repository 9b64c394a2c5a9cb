import type { QuestionState } from './question.ts'

/** The last question about a payment or a move, as it stands now. */
type Last = {
  state: QuestionState
  /** The customer would be shown the same by what is asked for now. */
  is_same: boolean
}

type FollowRefusal =
  | 'PAY_CONFIRM_CHANGED'
  | 'PAY_CONFIRM_DECLINED'
  | 'PAYMENT_CANCELED'
  | 'PAY_CONFIRM_EXPIRED'

/** The customer is asked, or their answer is waited for; or what they agreed to is posted. */
export type Step = { is: 'ask' } | { is: 'wait' } | { is: 'go' } | { is: 'refused'; code: FollowRefusal }

const ended: Readonly<Record<Exclude<QuestionState, 'pending' | 'approved'>, FollowRefusal>> = {
  declined: 'PAY_CONFIRM_DECLINED',
  withdrawn: 'PAYMENT_CANCELED',
  expired: 'PAY_CONFIRM_EXPIRED',
  spent: 'PAY_CONFIRM_EXPIRED',
}

/**
 * What a payment is to do that has to be agreed to; null where its customer was not asked yet. The register sends the same
 * request until it is answered. One whose question ended otherwise is refused for good, and another one may ask anew.
 */
export function followQuestion(last: (Last & { is_of_request: boolean }) | null): Step {
  if (last === null) return { is: 'ask' }
  const { state, is_same, is_of_request } = last
  if (state === 'pending' || state === 'approved') {
    if (!is_same) return { is: 'refused', code: 'PAY_CONFIRM_CHANGED' }
    return { is: state === 'pending' ? 'wait' : 'go' }
  }
  return is_of_request ? { is: 'refused', code: ended[state] } : { is: 'ask' }
}

/** As above; `drop` lets the code of the giver go, and the move is refused for good. */
export type MoveStep =
  | { is: 'ask' }
  | { is: 'wait' }
  | { is: 'go' }
  | { is: 'drop' }
  | { is: 'refused'; code: 'IDEMPOTENCY_KEY_REUSED' }

/** The same of a move of points, which is known by its request. `is_closed` where the checkout of its giver is. */
export function followMove(last: (Last & { is_closed: boolean }) | null): MoveStep {
  if (last === null) return { is: 'ask' }
  const { state, is_same, is_closed } = last
  if (!is_same) return { is: 'refused', code: 'IDEMPOTENCY_KEY_REUSED' }
  // The move was posted a moment ago, by the same request.
  if (state === 'spent') return { is: 'go' }
  if (is_closed) return { is: 'drop' }
  return { is: state === 'approved' ? 'go' : state === 'pending' ? 'wait' : 'drop' }
}
