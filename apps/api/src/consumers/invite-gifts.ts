import type { Purchase } from '@shirogane/domain/points/bring-gifts'
import { giveGifts } from '@shirogane/ledger'
import type { Context } from '../context.ts'
import { decideInviteGifts } from '../features/affiliates/index.ts'
import type { Consumer } from './consume.ts'
import type { Followed } from './consumers-store.ts'

/**
 * So many in a commit: their wallets are held until it is done, and a member who is granted something may be paying
 * again.
 */
const atOnce = 50

/** Gives what the first payments of invited members bring. Nothing but the ledger is asked and written. */
export const giftConsumer: Consumer = {
  name: 'gifts',
  job: 'gifts',
  async decide(ctx: Context, movements) {
    const gifts = await decideInviteGifts(ctx, movements.flatMap(paymentsOf))
    const next = gifts[atOnce]?.sale_id
    const dealt = next === undefined ? movements.length : movements.findIndex(({ id }) => id === next)
    const sales = new Set(movements.slice(0, dealt).map(({ id }) => id))
    const now = gifts.filter(({ sale_id }) => sales.has(sale_id))
    return {
      dealt,
      write:
        now.length === 0
          ? null
          : async (tx) => {
              await giveGifts(tx, now)
            },
      announce() {
        if (now.length > 0) ctx.wakeOutbox()
      },
    }
  },
}

function paymentsOf(movement: Followed): Purchase[] {
  const { id, kind, customer_id, spent_total, refunded_total, voided_by, completed_at } = movement
  // What has gone back since brings no gift.
  const stands = voided_by === null && refunded_total < spent_total
  return kind === 'payment' && customer_id !== null && stands
    ? [{ id, customer_id, spent_total, completed_at: new Date(completed_at) }]
    : []
}
