import type { Movement } from '../movements/movement.ts'
import { type Account, transfersOf } from '../movements/transfer.ts'
import type { PointWallet } from './wallet.ts'

/** Points and given balance that a movement brought a member, and that leave them again. */
export type Gift = { id: string; points: number; yen: number }

/**
 * What a member was given goes back: points out of the gift's own lot, regular points, then other lots by their ends;
 * given yen out of given balance, and what was spent of them as points, one for a yen. The rest is owed.
 *
 * @param to the account from which the points had come
 */
export function takeBackGift(
  wallet: PointWallet,
  { id, points, yen }: Gift,
  to: Account,
): Required<Pick<Movement, 'points_owed' | 'point_lots' | 'transfers'>> {
  const bonus = Math.min(yen, wallet.balance_bonus)
  let due = points + yen - bonus
  const take = (has: number): number => {
    const part = Math.min(due, has)
    due -= part
    return part
  }
  const point_lots: { lot: string; change: number }[] = []
  const takeLots = (isOwn: boolean): void => {
    for (const lot of wallet.lots.filter(({ transaction_id }) => (transaction_id === id) === isOwn)) {
      const part = take(lot.remaining)
      if (part > 0) point_lots.push({ lot: lot.id, change: -part })
    }
  }
  takeLots(true)
  const regular = take(wallet.point_regular)
  takeLots(false)
  const limited = point_lots.reduce((sum, { change }) => sum - change, 0)
  return {
    points_owed: due,
    point_lots,
    transfers: transfersOf([
      ['take_back', 'balance_bonus', 'bonus_cost', bonus],
      ['take_back', 'point_regular', to, regular],
      ['take_back', 'point_limited', to, limited],
      ['take_back', 'point_debt', to, due],
    ]),
  }
}
