import type { Decision } from '../movements/movement.ts'
import { transfersOf } from '../movements/transfer.ts'

/** Everything by which it is decided whether money that a gateway took is booked. Yen. */
export type BookChargeFacts = {
  /** Null where nothing of that id was asked of that gateway. */
  charge: {
    id: string
    customer_id: string
    amount: number
    state: 'pending' | 'completed' | 'failed'
    /** The gateway's name of it; null as long as it is not known. */
    gateway_charge: string | null
  } | null
  home_store: string
}

/** UNKNOWN is no charge of ours, AMOUNT another amount than was asked for, ALREADY one that an earlier call has booked. */
export type NotBooked = 'UNKNOWN' | 'AMOUNT' | 'ALREADY'

/**
 * Books a charge that the gateway has taken, once. It is booked no matter what has happened meanwhile, be it a limit that
 * was reached in another way or a charge that was given up: the money is the customer's.
 */
export function bookCharge(
  { charge, home_store }: BookChargeFacts,
  taken: { gateway_charge: string; amount: number },
): Decision<NotBooked> {
  if (charge === null) return { code: 'UNKNOWN' }
  if (charge.gateway_charge !== null && charge.gateway_charge !== taken.gateway_charge)
    return { code: 'UNKNOWN' }
  if (charge.amount !== taken.amount) return { code: 'AMOUNT' }
  if (charge.state === 'completed') return { code: 'ALREADY' }
  return {
    code: null,
    movements: [
      {
        id: charge.id,
        kind: 'charge',
        customer_id: charge.customer_id,
        store_id: home_store,
        transfers: transfersOf([['charge', 'gateway_clearing', 'balance_paid', charge.amount]]),
      },
    ],
  }
}

/**
 * For how many seconds a gateway is let alone after it was asked what became of a charge: after the first time, the second,
 * and so on; the last one from then on. Each is twice the one before, up to an hour.
 */
export const askAgainSeconds = [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600] as const
