import type { Movement } from '../movements/movement.ts'
import type { Transfer } from '../movements/transfer.ts'
import { takeBackGift } from '../points/take-back-gift.ts'
import { type PointWallet, repayDebt, walletAfter } from '../points/wallet.ts'
import type { GiftOfSale, RefundFacts } from './facts.ts'
import type { LotChange } from './return-points.ts'

/** The movement that a refund will be, whose new lot bears its name, and who posts it. */
export type RefundAct = { id: string; actor_id: string }

/** What the refund itself does to the wallet of its customer. */
export type RefundMoves = {
  transfers: Transfer[]
  lot_changes: LotChange[]
  renewed: number
  renewed_taken: number
  renewed_until: string
}

/**
 * What follows a refund, in its order: gifts of an invitation go back with the last part of the sale that brought them,
 * and points that came back and that nothing has taken pay off what was owed before.
 */
export function takeBackGifts(
  { sale, wallet, lots, gifts, inviters }: RefundFacts,
  moves: RefundMoves,
  { refund, isWhole }: { refund: RefundAct | null; isWhole: boolean },
): Movement[] {
  const wallets = new Map<string, PointWallet>(Object.entries(inviters))
  if (sale.customer_id !== null && wallet !== null) {
    wallets.set(sale.customer_id, walletAfter({ ...wallet, lots }, refundOf(sale.store_id, moves, refund)))
  }
  const movements: Movement[] = []
  const add = (movement: Movement, customer_id: string): void => {
    movements.push(movement)
    wallets.set(customer_id, walletAfter(wallets.get(customer_id)!, movement))
  }
  for (const gift of giftsLost(gifts, isWhole)) {
    add(
      {
        kind: 'adjustment',
        customer_id: gift.customer_id,
        store_id: sale.store_id,
        employee_id: refund?.actor_id ?? null,
        related_id: gift.id,
        message: { code: 'invitation_taken_back' },
        ...takeBackGift(wallets.get(gift.customer_id)!, gift, 'points_cost'),
      },
      gift.customer_id,
    )
  }
  if (sale.customer_id !== null && wallet !== null && wallet.point_debt > 0) {
    const of = { customer_id: sale.customer_id, store_id: sale.store_id }
    const repaid = repayDebt(wallets.get(sale.customer_id)!, of)
    if (repaid !== null) movements.push(repaid)
  }
  return movements
}

/** The gifts that go back with what is refunded. A member who has left gave theirs up. */
export function giftsLost(gifts: readonly GiftOfSale[], isWhole: boolean): GiftOfSale[] {
  return isWhole ? gifts.filter(({ has_left }) => !has_left) : []
}

function refundOf(store_id: string, moves: RefundMoves, refund: RefundAct | null): Movement {
  const { transfers, lot_changes, renewed, renewed_taken, renewed_until } = moves
  return {
    id: refund?.id ?? '',
    kind: 'refund',
    customer_id: null,
    store_id,
    transfers,
    point_lots: lot_changes,
    new_point_lots: [{ amount: renewed, left: renewed - renewed_taken, until: renewed_until }],
  }
}
