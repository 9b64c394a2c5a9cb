import type { CheckoutState } from '../checkouts/update-checkout.ts'
import type { CodeFacts } from '../codes/refuse-code.ts'
import { dueOn } from '../deferred/due-on.ts'
import { type QuestionFacts, stateNow } from './question.ts'

/** Everything by which it is decided whether a customer is asked about a payment. */
export type AskFacts = {
  /** The day in Japan, such as `2026-11-29`. */
  today: string
  /** What stands open under the id of the sale, and its code; null where nothing bears that id. */
  checkout: { status: CheckoutState; is_here: boolean; code: CodeFacts } | null
  /** The last question about it; null where there is none. `is_same` is one with all that the customer would be shown. */
  question: (QuestionFacts & { is_same: boolean }) | null
}

export type AskRefusal = 'PAYMENT_STATE' | 'PAY_CONFIRM_CHANGED'

/** Where it is not `fresh`, the customer is being asked already. */
export type AskPlan = {
  code: null
  fresh: boolean
  /** The question before this one was not answered or not used in time, and has to be ended first. */
  ends_before: boolean
  /** On which day the customer is shown that the deferred part is due; null without one. */
  due_on: string | null
}

/**
 * A customer is asked about a sale that stands open at this register, whose code it holds, and about one sale one thing at
 * a time. The same question asked twice is one.
 */
export function askQuestion(
  { today, checkout, question }: AskFacts,
  { later }: { later: number },
): AskPlan | { code: AskRefusal } {
  if (checkout?.status !== 'open' || !checkout.is_here) return { code: 'PAYMENT_STATE' }
  const stands = question === null ? null : stateNow(question)
  if (question !== null && (stands === 'pending' || stands === 'approved')) {
    if (!question.is_same) return { code: 'PAY_CONFIRM_CHANGED' }
    return { code: null, fresh: false, ends_before: false, due_on: null }
  }
  if (checkout.code.state !== 'claimed' || !checkout.code.is_claimed_here) return { code: 'PAYMENT_STATE' }
  return {
    code: null,
    fresh: true,
    ends_before: question !== null && question.state !== stands,
    due_on: later > 0 ? dueOn(today) : null,
  }
}
