import type { AccessFacts } from '../access/people.ts'
import { type AccessRefusal, refuseAccess } from '../access/refuse-access.ts'
import { type CodeFacts, type CodeRefusal, refuseCodes } from '../codes/refuse-code.ts'
import type { Decision, Movement } from '../movements/movement.ts'
import { transfersOf } from '../movements/transfer.ts'
import { type HeldPoints, type TakenPoints, takePoints } from './take-points.ts'
import { type PointWallet, repayDebt, walletAfter } from './wallet.ts'

/** Everything that points at the register are decided by: a grant of the shop, or a move from one member to another. */
export type GrantFacts = {
  /** Who serves, the second person who agreed to it, and whether it is for one of them. */
  access: AccessFacts
  /** One of the members is suspended, or has left. */
  is_stopped: boolean
  /** The codes that were shown. */
  codes: readonly CodeFacts[]
  /** What the clerk may grant or move without a second person: at once, and in a day; and what they did today. */
  ceiling: number
  ceiling_day: number
  granted_today: number
  /** Of the member who receives them; null where there is no such member. */
  wallet: PointWallet | null
  /** Of the member whose points are moved; null where the shop grants, or there is no such member. */
  giver: HeldPoints | null
}

export type GrantWish = {
  transaction_id: string
  giver_transaction_id: string
  actor_id: string
  approved_by: string | null
  store_id: string
  customer_id: string
  code_id: string | null
  message: { code: string }
  /** Null where the shop grants. */
  giver_id: string | null
  giver_code_id: string | null
  giver_message: { code: string } | null
  points: number
  reason: string | null
}

type Code =
  | AccessRefusal
  | 'CUSTOMER_SUSPENDED'
  | 'POINTS_SAME_MEMBER'
  | CodeRefusal
  | 'INSUFFICIENT_POINT'
  | 'APPROVAL_REQUIRED'

/**
 * Decides a grant or a move. What the shop grants are regular points, which live on by it. Of a move limited points go
 * first. What is moved keeps its end, so that no points live longer by it; regular ones end when their giver's would have.
 * Neither counts towards a rank. What the receiver owes is paid off.
 */
export function grantPoints(facts: GrantFacts, wish: GrantWish): Decision<Code> {
  const { access, wallet, giver } = facts
  const { customer_id, giver_id, points, store_id } = wish
  const refusal = refuseAccess('grant_points', access)
  if (refusal !== null) return { code: refusal }
  if (facts.is_stopped) return { code: 'CUSTOMER_SUSPENDED' }
  if (customer_id === giver_id) return { code: 'POINTS_SAME_MEMBER' }
  const shown = refuseCodes(facts.codes)
  if (shown !== null) return { code: shown }
  if (wallet === null || (giver_id !== null && giver === null)) return { code: 'NOT_FOUND' }
  if (giver !== null && points > giver.point_limited + giver.point_regular)
    return { code: 'INSUFFICIENT_POINT' }
  const isWithin = points <= facts.ceiling && facts.granted_today + points <= facts.ceiling_day
  if (access.approver === null && !isWithin) return { code: 'APPROVAL_REQUIRED', again: true }

  const taken = giver && takePoints(giver, points)
  const by = { store_id, employee_id: wish.actor_id, approved_by: wish.approved_by, reason: wish.reason }
  const received: Movement = {
    id: wish.transaction_id,
    kind: 'grant',
    customer_id,
    pay_code_id: wish.code_id,
    message: wish.message,
    ...by,
    ...(taken === null ? grantedBy(points) : movedBy(taken, points)),
  }
  const repaid = repayDebt(walletAfter(wallet, received), { customer_id, store_id })
  const movements = [received, ...(repaid === null ? [] : [repaid])]
  if (taken === null) return { code: null, movements }
  const { limited, regular, lots } = taken
  const given: Movement = {
    id: wish.giver_transaction_id,
    kind: 'transfer',
    customer_id: giver_id,
    pay_code_id: wish.giver_code_id,
    message: wish.giver_message,
    ...by,
    ...(lots.length > 0 && { lots }),
    point_lots: lots.map(({ lot, points: part }) => ({ lot, change: -part })),
    transfers: transfersOf([
      ['move_points', 'point_limited', 'points_moved', limited],
      ['move_points', 'point_regular', 'points_moved', regular],
    ]),
  }
  return { code: null, movements: [given, ...movements] }
}

function grantedBy(points: number): Pick<Movement, 'renews' | 'transfers'> {
  return {
    renews: true,
    transfers: transfersOf([['hand_points', 'points_cost', 'point_regular', points]]),
  }
}

function movedBy(
  taken: TakenPoints,
  points: number,
): Pick<Movement, 'kind' | 'transfers' | 'new_point_lots'> {
  return {
    kind: 'transfer',
    transfers: transfersOf([['move_points', 'points_moved', 'point_limited', points]]),
    new_point_lots: lotsOf(taken),
  }
}

/** What ends together is one lot. */
function lotsOf({ lots, regular, regular_until }: TakenPoints): NonNullable<Movement['new_point_lots']> {
  const parts = [...lots, ...(regular > 0 ? [{ points: regular, until: regular_until }] : [])]
  const byEnd = new Map<string, { amount: number; until: string | null }>()
  for (const { points, until } of parts) {
    const end = momentOf(until)
    byEnd.set(end, { amount: (byEnd.get(end)?.amount ?? 0) + points, until })
  }
  return [...byEnd.values()]
}

/** The same for every way of writing a moment down, to the microsecond. */
function momentOf(until: string | null): string {
  if (until === null) return ''
  return `${Date.parse(until)} ${/\.\d{3}(\d*)/.exec(until)?.[1] ?? ''}`
}
