import { type AccessRefusal, refuseAccess } from '../access/refuse-access.ts'
import { isTheirs, type ReversalPeople } from '../access/reversal.ts'
import type { Decision, Movement } from '../movements/movement.ts'
import { transfersOf } from '../movements/transfer.ts'
import { forfeitPoints } from './forfeit-points.ts'
import { takeBackGift } from './take-back-gift.ts'
import { type PointWallet, repayDebt, walletAfter } from './wallet.ts'

/** Everything that the taking back of points at the register is decided by. */
export type TakeBackGrantFacts = {
  /** Null where there is no such grant or move. */
  grant: {
    /** The movement that gave them, to whom, and where. */
    id: string
    customer_id: string
    store_id: string
    points: number
    /** The movement of the member from whom they came; null where the shop gave them. */
    giver: {
      transaction_id: string
      customer_id: string
      regular: number
      limited: number
      lots: readonly { lot: string; points: number }[]
      wallet: PointWallet
      has_left: boolean
    } | null
  } | null
  /** The shop in whose books ends what comes back to a member who has left. */
  home_store: string
  people: ReversalPeople
  is_taken_back: boolean
  /** It is of the business day that is open. */
  is_of_today: boolean
  wallet: PointWallet
}

export type TakeBackGrantWish = {
  transaction_id: string
  giver_transaction_id: string
  actor_id: string
}

type Code = AccessRefusal | 'TXN_VOIDED' | 'TXN_CLOSED' | 'VOID_APPROVAL'

/**
 * Takes points back on their own day: from the receiver, down to a debt, and of a move back to the giver, into the lots
 * that they came from. Points end with the membership, those that come back to it as well.
 */
export function takeBackGrant(facts: TakeBackGrantFacts, wish: TakeBackGrantWish): Decision<Code> {
  const { grant, people } = facts
  if (grant === null) return { code: 'TXN_NOT_FOUND', again: true }
  const refusal = refuseAccess('take_back_points', people)
  if (refusal !== null) return { code: refusal }
  if (facts.is_taken_back) return { code: 'TXN_VOIDED' }
  if (!facts.is_of_today) return { code: 'TXN_CLOSED' }
  if (!isTheirs(people)) return { code: 'VOID_APPROVAL' }

  const { giver, store_id } = grant
  const back: Movement = {
    id: wish.transaction_id,
    kind: 'adjustment',
    customer_id: grant.customer_id,
    store_id,
    employee_id: wish.actor_id,
    related_id: grant.id,
    message: { code: giver === null ? 'grant_taken_back' : 'move_taken_back' },
    ...takeBackGift(
      facts.wallet,
      { id: grant.id, points: grant.points, yen: 0 },
      giver === null ? 'points_cost' : 'points_moved',
    ),
  }
  if (giver === null) return { code: null, movements: [back] }
  const { customer_id, lots } = giver
  const returned: Movement = {
    id: wish.giver_transaction_id,
    kind: 'adjustment',
    customer_id,
    store_id,
    employee_id: wish.actor_id,
    related_id: giver.transaction_id,
    message: { code: 'move_taken_back' },
    point_lots: lots.map(({ lot, points }) => ({ lot, change: points })),
    transfers: transfersOf([
      ['take_back_points', 'points_moved', 'point_limited', giver.limited],
      ['take_back_points', 'points_moved', 'point_regular', giver.regular],
    ]),
  }
  const wallet = walletAfter(giver.wallet, returned)
  const last = giver.has_left
    ? forfeitPoints(wallet, { customer_id, store_id: facts.home_store })
    : repayDebt(wallet, { customer_id, store_id })
  return { code: null, movements: [back, returned, ...(last === null ? [] : [last])] }
}
