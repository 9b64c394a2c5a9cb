import type { Movement, Refusal as RefusalOf } from '../movements/movement.ts'
import { type Account, transfersOf } from '../movements/transfer.ts'
import { adultAge, ageOn } from '../people/age.ts'
import { type BuybackTerms, type PieceWorth, pricePiece, type WeighedPiece } from './price-piece.ts'

/** Everything that a purchase from a person is decided by. Yen, and dates of Japan. */
export type BuybackFacts = {
  /** This moment. */
  now: string
  today: string
  /** The employee may buy in this shop. */
  is_entitled: boolean
  /** The register stands in this shop. */
  is_here: boolean
  /** The law takes documents that were looked at in this way. */
  is_method_lawful: boolean
  /** The member who sells; null where the seller is none. */
  member: {
    /** It is the employee's own account, or that of a person of one household with them. */
    is_own: boolean
    /** When this shop last read their code; null where it never did. */
    read_at: string | null
    is_suspended: boolean
    /** Null where they have no wallet. */
    balance: number | null
    /** Charges by card that are under way: they count as if they had arrived. */
    pending: number
  } | null
  /** The price is null before two people have agreed on one. */
  terms: Pick<BuybackTerms, 'rates'> & { price_per_g: number | null; hold_days: number }
  /** A purchase of before is of what may be the same piece. */
  is_lookalike: boolean
  /** What a member may hold as balance. */
  balance_max: number
}

export type BuybackWish = {
  id: string
  actor_id: string
  store_id: string
  /** Null where none is named, as a repeat may. */
  register_id: string | null
  user_id: string | null
  seller: { date_of_birth: string }
  items: readonly (WeighedPiece & { line: number })[]
  /** What the desk showed. */
  amount: number
  paid_by: 'cash' | 'bank' | 'balance'
  /** The account that a transfer goes to. */
  bank: object | null
  /** Records of like pieces were looked at. */
  lookalikes_seen?: boolean | undefined
  /** The pieces may be stolen: they are written down and not paid for. */
  suspected?: boolean | undefined
}

export type BuybackPlan = {
  code: null
  status: 'paid' | 'stopped'
  amount: number
  price_per_g: number
  /** How many days a piece stays before it may go. */
  hold_days: number
  pieces: (PieceWorth & { line: number })[]
  /** Of what is paid for; what is stopped moves nothing. */
  movements: Movement[]
}

type Refusal = RefusalOf<
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'DOB_INVALID'
  | 'BUYBACK_MINOR'
  | 'BUYBACK_ID_REQUIRED'
  | 'SELF_DEALING'
  | 'MEMBER_REQUIRED'
  | 'CUSTOMER_SUSPENDED'
  | 'BUYBACK_BANK_REQUIRED'
  | 'SILVER_RATE_MISSING'
  | 'BUYBACK_QUOTE'
  | 'BUYBACK_DUPLICATE'
  | 'BALANCE_LIMIT'
>

/** For so long after their code was read a member counts as being there. */
const presentMs = 3_600_000

/** Where the money for a purchase comes from: the drawer, what is owed until a transfer is made, or paid balance. */
export const paidFrom: Readonly<Record<BuybackWish['paid_by'], Account>> = {
  cash: 'drawer',
  bank: 'buyback_payable',
  balance: 'balance_paid',
}

/**
 * The shop buys silver from a person, at the price and rates of this moment, no matter what the desk believed: the sum
 * it showed has to be the same.
 */
export function buyBack(facts: BuybackFacts, wish: BuybackWish): BuybackPlan | Refusal {
  if (!facts.is_entitled) return { code: 'FORBIDDEN' }
  if (!facts.is_here) return { code: 'NOT_FOUND' }
  const refusal = refuseSeller(facts, wish) ?? refuseMember(facts) ?? refusePayment(facts, wish)
  if (refusal) return refusal
  const { price_per_g, rates, hold_days } = facts.terms
  if (price_per_g === null) return { code: 'SILVER_RATE_MISSING' }
  const pieces = wish.items.map((item) => ({
    line: item.line,
    ...pricePiece(item, { price_per_g, rates }),
  }))
  const amount = pieces.reduce((sum, piece) => sum + piece.amount, 0)
  if (amount !== wish.amount) return { code: 'BUYBACK_QUOTE', n: amount }
  const plan = { code: null, amount, price_per_g, hold_days, pieces }
  if (wish.suspected === true) return { ...plan, status: 'stopped', movements: [] }
  if (facts.is_lookalike && wish.lookalikes_seen !== true) return { code: 'BUYBACK_DUPLICATE' }
  if (wish.paid_by === 'balance' && balanceOf(facts) + amount > facts.balance_max)
    return { code: 'BALANCE_LIMIT', n: facts.balance_max }
  return { ...plan, status: 'paid', movements: [movementOf(wish, amount)] }
}

/** A seller is of age, and their identity document was seen. */
function refuseSeller(
  { today, is_method_lawful }: BuybackFacts,
  { seller: { date_of_birth } }: BuybackWish,
): Refusal | null {
  if (date_of_birth > today) return { code: 'DOB_INVALID' }
  if (ageOn(date_of_birth, today) < adultAge) return { code: 'BUYBACK_MINOR' }
  return is_method_lawful ? null : { code: 'BUYBACK_ID_REQUIRED' }
}

/** A member who sells is there in person, and is not the clerk. */
function refuseMember({ member, now }: BuybackFacts): Refusal | null {
  if (member === null) return null
  if (member.is_own) return { code: 'SELF_DEALING' }
  if (!isPresent(member, now)) return { code: 'MEMBER_REQUIRED' }
  return member.is_suspended ? { code: 'CUSTOMER_SUSPENDED' } : null
}

const isPresent = ({ read_at }: { read_at: string | null }, now: string): boolean =>
  read_at !== null && Date.parse(read_at) > Date.parse(now) - presentMs

function refusePayment({ member }: BuybackFacts, wish: BuybackWish): Refusal | null {
  if (wish.paid_by === 'balance' && (member === null || member.balance === null))
    return { code: 'MEMBER_REQUIRED' }
  const needsAccount = wish.paid_by === 'bank' && wish.suspected !== true
  return needsAccount && wish.bank === null ? { code: 'BUYBACK_BANK_REQUIRED' } : null
}

const balanceOf = ({ member }: BuybackFacts): number => (member?.balance ?? 0) + (member?.pending ?? 0)

function movementOf(wish: BuybackWish, amount: number): Movement {
  return {
    id: wish.id,
    kind: 'buyback',
    customer_id: wish.user_id,
    store_id: wish.store_id,
    register_id: wish.register_id,
    employee_id: wish.actor_id,
    message: { code: 'buyback' },
    transfers: transfersOf([['buy_back', 'buyback_goods', paidFrom[wish.paid_by], amount]]),
  }
}
