import { limits } from '@shirogane/contract/rules/limits'
import { reserveStock } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { ledgerProblem, Problem } from '../../../http/problem.ts'
import { stockOfStore } from '../../skus/index.ts'
import { presentReservation } from '../present.ts'
import { actingStore } from '../rules.ts'
import { findReservation, storeOfReservation } from '../reservations-store.ts'
import { findStock } from '../store.ts'

const dayMs = 86_400_000

/** Reserves articles for a person until a moment: no other customer is sold them. */
export async function reserve(
  ctx: Context,
  actor: Actor,
  { body }: Input<'inventory.reserve'>,
): Promise<Output<'inventory.reserve'>> {
  const store_id = await actingStore(ctx, actor, body.store_id)
  const known = await storeOfReservation(ctx.db, body.id)
  if (known !== null && known !== store_id) throw new Problem('CONFLICT')
  const asked = body.lines.map(({ sku_id }) => sku_id)
  const stock = await stockOfStore(ctx, store_id, asked)
  const other = asked.find((sku_id) => !stock.has(sku_id))
  if (other !== undefined) {
    throw new Problem((await findStock(ctx.db, store_id, other)) ? 'SKU_NOT_STOCKED' : 'SKU_NOT_FOUND')
  }
  await ctx.transact((tx) =>
    reserveArticles(ctx, tx, actor, {
      owner_id: body.id,
      store_id,
      customer_id: null,
      label: body.label,
      until: new Date(body.until),
      lines: body.lines,
    }),
  )
  return presentReservation((await findReservation(ctx.db, body.id))!)
}

/**
 * Reserves articles for a parked sale or a person, instead of all that the same owner had reserved before; without
 * lines it lets them go. A sale that is settled under the owner's id takes them with it.
 */
export async function reserveArticles(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  promise: {
    owner_id: string
    store_id: string
    customer_id: string | null
    label: string
    until: Date
    lines: readonly { sku_id: string; quantity: number }[]
  },
): Promise<void> {
  const aheadMs = promise.until.getTime() - ctx.now().getTime()
  if (promise.lines.length > 0 && (aheadMs <= 0 || aheadMs > limits.reservationDaysMax * dayMs)) {
    throw new Problem('RESERVATION_UNTIL', { blanks: { n: limits.reservationDaysMax } })
  }
  const { code, n } = await reserveStock(tx, { ...promise, actor_id: actor.user_id })
  if (code !== null) throw ledgerProblem({ code, n })
}
