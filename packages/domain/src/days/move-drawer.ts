import type { Movement } from '../movements/movement.ts'
import { transfersOf } from '../movements/transfer.ts'

/** Which act it is, of whom, at which shop, and on which of its days that are open. */
type CashMove = Required<Pick<Movement, 'id' | 'step' | 'store_id' | 'employee_id' | 'business_date'>> &
  Pick<Movement, 'register_id' | 'approved_by' | 'reason' | 'note'>

/**
 * Cash that moves apart from sales. Against the drawer stand the office's cash and what is over or short: by so much more
 * is in the drawer, below zero less. Where nothing moves there is no movement.
 */
export function moveDrawer(
  move: CashMove,
  { cash_office = 0, over_short = 0 }: { cash_office?: number; over_short?: number },
): Movement[] {
  const transfers = transfersOf(
    (
      [
        ['cash_office', cash_office],
        ['over_short', over_short],
      ] as const
    ).map(([against, amount]) =>
      amount > 0
        ? ([move.step, 'drawer', against, amount] as const)
        : ([move.step, against, 'drawer', -amount] as const),
    ),
  )
  if (transfers.length === 0) return []
  return [{ ...move, kind: 'cash', customer_id: null, topic: 'till', transfers }]
}
