import type { Movement } from '../movements/movement.ts'
import { transfersOf } from '../movements/transfer.ts'
import type { PointWallet } from './wallet.ts'

/**
 * A member who leaves gives up their points, no matter when they end. Balance is money that was paid: it is used up
 * before, so no yen is lost here. Null where there are no points.
 */
export function forfeitPoints(
  { point_regular, point_limited }: PointWallet,
  of: { id?: string; customer_id: string; store_id: string },
): Movement | null {
  if (point_regular + point_limited === 0) return null
  return {
    kind: 'expire',
    ...of,
    message: { code: 'forfeited' },
    transfers: transfersOf([
      ['forfeit_points', 'point_regular', 'points_expired', point_regular],
      ['forfeit_points', 'point_limited', 'points_expired', point_limited],
    ]),
  }
}
