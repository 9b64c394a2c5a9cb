import type { AccessFacts } from '../access/people.ts'
import { type AccessRefusal, refuseAccess } from '../access/refuse-access.ts'
import type { RefundFacts, RefundWish } from './facts.ts'
import { planRefund, type RefundPlan } from './plan-refund.ts'
import type { Refusal } from './refusals.ts'
import type { RefundAct } from './take-back-gifts.ts'

/** One of the persons by whom a sale goes back. */
type GiverBack = {
  /** They give back any amount, as managers do. */
  is_manager: boolean
  /** They posted the sale. */
  is_seller: boolean
  /** They share no hand with who posted the sale, nor with who a correction named for it. */
  is_independent: boolean
}

/** By whose word a sale goes back, and how much of it the shop leaves to its registers. Yen. */
export type GiveBackFacts = {
  refunded_total: number
  register_max: number
  /** The sale is of the running business day. */
  is_of_today: boolean
  actor: GiverBack
  /** The second person, who has proved who they are; null without one. */
  approver: GiverBack | null
}

/**
 * Whose approval is enough for so much of a sale. A refund of one's own sale, one of an earlier day, or one with which
 * more has gone back of a sale than the shop leaves to its registers needs a manager; of one's own sale a manager needs
 * another one. A void is approved by the person who gave their password: register staff for small sales of their own, a
 * manager for the rest, and never for a large one of their own. What was sold in the same hand is one's own.
 */
export function mayGiveBack(
  { refunded_total, register_max, is_of_today, actor, approver }: GiveBackFacts,
  { total, is_void }: { total: number; is_void: boolean },
): boolean {
  const isSmall = refunded_total + total <= register_max
  if (is_void) {
    const decider = approver ?? actor
    return decider.is_manager ? isSmall || decider.is_independent : isSmall && decider.is_seller
  }
  if (approver?.is_manager) return true
  return actor.is_independent && (actor.is_manager || (isSmall && is_of_today))
}

/** Asks whether these people may give back here, plans a refund or void, and asks whether they may post as much as that. */
export function giveBack(
  facts: { access: AccessFacts } & ((RefundFacts & { people: GiveBackFacts }) | { sale: null }),
  wish: RefundWish,
  refund: RefundAct,
): ({ code: null } & RefundPlan) | Refusal | { code: AccessRefusal | 'VOID_APPROVAL' | 'REFUND_APPROVAL' } {
  const code = refuseAccess('refund', facts.access)
  if (code !== null) return { code }
  if (facts.sale === null) return { code: 'TXN_NOT_FOUND' }
  const plan = planRefund(facts, wish, refund)
  if (plan.code !== null) return plan
  if (mayGiveBack(facts.people, { total: plan.total, is_void: wish.is_void })) return plan
  return { code: wish.is_void ? 'VOID_APPROVAL' : 'REFUND_APPROVAL' }
}
