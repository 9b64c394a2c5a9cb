import type { Movement } from '../movements/movement.ts'
import { type Account, transfersOf } from '../movements/transfer.ts'

/** A lot of limited points with some in it, and the movement that brought it. */
type WalletLot = { id: string; remaining: number; expires_at: string; transaction_id: string }

/** What a member holds of points and of given balance, as an act changes it step by step. What had ended has left. */
export type PointWallet = {
  balance_bonus: number
  point_regular: number
  point_limited: number
  /** Points that they owe. */
  point_debt: number
  /** Those that rules take from by name, in the order of their ends. */
  lots: readonly WalletLot[]
}

/** The wallet after a movement of its member, whose lots are named. */
export function walletAfter(
  wallet: PointWallet,
  { id, transfers, point_lots = [], new_point_lots = [] }: Movement,
): PointWallet {
  const changeOf = (account: Account): number =>
    transfers.reduce(
      (sum, { debit, credit, amount }) =>
        sum + (credit === account ? amount : 0) - (debit === account ? amount : 0),
      0,
    )
  const kept = wallet.lots.map((lot) => ({
    ...lot,
    remaining: point_lots.reduce(
      (sum, { lot: of, change }) => (of === lot.id ? sum + change : sum),
      lot.remaining,
    ),
  }))
  const brought = new_point_lots.map(({ amount, left = amount, until }) => ({
    id: id ?? '',
    remaining: left,
    expires_at: until ?? '',
    transaction_id: id ?? '',
  }))
  return {
    balance_bonus: wallet.balance_bonus + changeOf('balance_bonus'),
    point_regular: wallet.point_regular + changeOf('point_regular'),
    point_limited: wallet.point_limited + changeOf('point_limited'),
    // What is owed is an account below zero.
    point_debt: wallet.point_debt - changeOf('point_debt'),
    lots: [...kept, ...brought]
      .filter(({ remaining }) => remaining > 0)
      .toSorted((a, b) => Date.parse(a.expires_at) - Date.parse(b.expires_at) || (a.id < b.id ? -1 : 1)),
  }
}

/**
 * Points that a member has pay off those that they owe: regular ones first, then those that end first. Null where
 * nothing is owed, or nothing there.
 */
export function repayDebt(
  wallet: PointWallet,
  of: { customer_id: string; store_id: string },
): Movement | null {
  const byRegular = Math.min(wallet.point_debt, wallet.point_regular)
  const byLimited = Math.min(wallet.point_debt - byRegular, wallet.point_limited)
  if (byRegular + byLimited === 0) return null
  return {
    kind: 'adjustment',
    ...of,
    message: { code: 'points_repaid' },
    transfers: transfersOf([
      ['repay_points', 'point_regular', 'point_debt', byRegular],
      ['repay_points', 'point_limited', 'point_debt', byLimited],
    ]),
  }
}
