import type { Movement } from '../movements/movement.ts'
import { adultAge, ageOn } from '../people/age.ts'
import { movePayout } from './payout.ts'
import { payableReward } from './standing.ts'
import { type PaymentsAround, withheldOf, withholdingMonth } from './withholding.ts'

/** Everything that a request for a payout of rewards is decided by. Yen, and dates of Japan. */
export type PayoutFacts = {
  today: string
  /** Suspended, or left. */
  is_stopped: boolean
  is_affiliator: boolean
  kyc_status: string
  date_of_birth: string | null
  /** What the member owes the brand. */
  receivable: number
  /** Head office has stopped this member's payouts, or all of them until the books balance. */
  are_stopped: boolean
  are_frozen: boolean
  /** The account that it goes to, where it is a kept one. */
  method: { review: string | null; is_stopped: boolean } | null
  /** A payout of the member is on its way. */
  has_open: boolean
  /** Claimed and not paid out, and what is confirmed: below zero where more came back than was left. */
  reward: number
  reward_confirmed: number
  min: number
  /** The least that a request of the end of the month is made for. */
  auto_min: number
  max: number
  fee: number
  /** Of the member, around the day on which it is to be paid. */
  payments: PaymentsAround
  home_store: string
}

export type PayoutWish = {
  id: string
  user_id: string
  /** Null for all that can be paid out. */
  amount: number | null
  /** Made at the end of the month, for a member who has asked for that. */
  automatic: boolean
  /** What the member was shown; null for the tax takes what it comes to. */
  fee: number
  withheld: number | null
  is_proven: boolean
}

export type PayoutPlan = { amount: number; fee: number; withheld: number; movements: Movement[] }

/** `again`: asked with what is missing it is the same act, and its key stays free. */
type Refusal = {
  code:
    | 'AUTH_SUSPENDED'
    | 'NOT_AFFILIATOR'
    | 'KYC_REQUIRED'
    | 'PAYOUT_MINOR'
    | 'DEBT_OPEN'
    | 'PAYOUT_STOPPED'
    | 'PAYOUT_FROZEN'
    | 'PAYOUT_METHOD_REVIEW'
    | 'PAYOUT_METHOD_TROUBLE'
    | 'PAYOUT_PENDING'
    | 'REWARD_CARRIED'
    | 'PAYOUT_BELOW_MIN'
    | 'PAYOUT_ABOVE_MAX'
    | 'PAYOUT_EXCEEDS'
    | 'PAYOUT_QUOTE'
    | 'STEP_UP_REQUIRED'
  n?: number
  again?: true
}

/**
 * Puts rewards aside for a bank account. The member proves who they are only when nothing else stands against it. What is
 * withheld here is what they are shown: the file to the bank reckons it anew, by the day on which it pays.
 */
export function requestPayout(facts: PayoutFacts, wish: PayoutWish): ({ code: null } & PayoutPlan) | Refusal {
  const { fee } = facts
  const payable = payableReward(facts)
  const amount = wish.amount ?? Math.min(payable, facts.max)
  const withheld = withheldOf(amount, fee, withholdingMonth(facts.payments))
  const refusal = refuseMember(facts) ?? refuseAccount(facts) ?? refuseAmount(facts, wish, payable, amount)
  if (refusal) return refusal
  const isOtherQuote =
    fee !== wish.fee || fee >= amount || (wish.withheld !== null && withheld !== wish.withheld)
  if (isOtherQuote) return { code: 'PAYOUT_QUOTE' }
  if (!wish.is_proven) return { code: 'STEP_UP_REQUIRED', again: true }
  const hold = movePayout(
    'hold',
    { id: wish.id, user_id: wish.user_id, amount, withheld },
    { transaction_id: wish.id, employee_id: null, home_store: facts.home_store },
  )
  return { code: null, amount, fee, withheld, movements: [hold] }
}

function refuseMember(facts: PayoutFacts): Refusal | null {
  if (facts.is_stopped) return { code: 'AUTH_SUSPENDED' }
  if (!facts.is_affiliator) return { code: 'NOT_AFFILIATOR' }
  if (facts.kyc_status !== 'approved') return { code: 'KYC_REQUIRED' }
  if (facts.date_of_birth === null || ageOn(facts.date_of_birth, facts.today) < adultAge)
    return { code: 'PAYOUT_MINOR' }
  // Nothing leaves to a bank while the member still owes us.
  if (facts.receivable > 0) return { code: 'DEBT_OPEN' }
  if (facts.are_stopped) return { code: 'PAYOUT_STOPPED' }
  if (facts.are_frozen) return { code: 'PAYOUT_FROZEN' }
  return null
}

function refuseAccount({ method, has_open }: PayoutFacts): Refusal | null {
  // A corporation's account, until head office has let it pass.
  if (method?.review === 'pending') return { code: 'PAYOUT_METHOD_REVIEW' }
  if (method !== null && (method.review === 'refused' || method.is_stopped))
    return { code: 'PAYOUT_METHOD_TROUBLE' }
  return has_open ? { code: 'PAYOUT_PENDING' } : null
}

function refuseAmount(
  { reward_confirmed, min, auto_min, max }: PayoutFacts,
  { automatic }: PayoutWish,
  payable: number,
  amount: number,
): Refusal | null {
  if (reward_confirmed < 0 && (payable <= 0 || amount > payable))
    return { code: 'REWARD_CARRIED', n: -reward_confirmed }
  const least = automatic ? auto_min : min
  if (amount < least) return { code: 'PAYOUT_BELOW_MIN', n: least }
  if (amount > max) return { code: 'PAYOUT_ABOVE_MAX', n: max }
  return amount > payable ? { code: 'PAYOUT_EXCEEDS' } : null
}
