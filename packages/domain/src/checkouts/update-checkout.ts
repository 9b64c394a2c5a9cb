import type { CodeFacts } from '../codes/refuse-code.ts'

/** Open at a register, put aside, given up, or paid. */
export type CheckoutState = 'open' | 'saved' | 'cancelled' | 'settled'

/** What a register makes of a checkout: it goes on with it, puts it aside or gives it up. */
export type WantedState = Exclude<CheckoutState, 'settled'>

/** Everything that a change of a checkout is decided by. */
export type CheckoutFacts = {
  /** Null where the shop has none of this id. The code is the one that it holds, as its register finds it. */
  checkout: { status: CheckoutState; code: CodeFacts } | null
}

/** Items and discount are as the register composes them; what is left out or null is not named. */
export type CheckoutWish = {
  status: WantedState
  items?: unknown
  discount?: unknown
  note: string | null
}

export type CheckoutRefusal = 'TXN_NOT_FOUND' | 'PAYMENT_STATE'

/** `status` is null where it was done before. `changes` are the columns that get another value. */
export type CheckoutPlan = {
  code: null
  status: WantedState | null
  changes: { items?: unknown; discount?: unknown; note?: string }
  /** The time for which the code is held begins anew. */
  is_held_on: boolean
}

/** What has left its register stays as it is; put aside or given up once more is done already. */
const steps: Readonly<Record<CheckoutState, Partial<Record<WantedState, 'done' | 'doable'>>>> = {
  open: { open: 'doable', saved: 'doable', cancelled: 'doable' },
  saved: { saved: 'done' },
  cancelled: { cancelled: 'done' },
  settled: {},
}

/** Edits, puts aside or gives up a checkout. Every edit makes the hold of its code longer; the two others let it go. */
export function updateCheckout(
  { checkout }: CheckoutFacts,
  wish: CheckoutWish,
): CheckoutPlan | { code: CheckoutRefusal } {
  if (checkout === null) return { code: 'TXN_NOT_FOUND' }
  const step = steps[checkout.status][wish.status]
  if (step === undefined) return { code: 'PAYMENT_STATE' }
  if (step === 'done') return { code: null, status: null, changes: {}, is_held_on: false }
  const is_held_on = wish.status === 'open' && mayHoldOn(checkout.code)
  return { code: null, status: wish.status, changes: changesOf(wish), is_held_on }
}

/** A hold that has run out comes back only while the code itself still lives. */
function mayHoldOn({ state, is_claimed_here, is_claim_live, is_over }: CodeFacts): boolean {
  return state === 'claimed' && is_claimed_here && (is_claim_live || !is_over)
}

/** A cart comes whole: with new items, a discount that is not named again is gone. */
function changesOf({ items = null, discount = null, note }: CheckoutWish): CheckoutPlan['changes'] {
  return {
    ...(items !== null && { items }),
    ...((items !== null || discount !== null) && { discount }),
    ...(note !== null && { note }),
  }
}
