import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { atRegister } from './register/at-register.ts'
import { listReturns } from './register/at-register-store.ts'
import { presentCharge } from './charge/charge-present.ts'
import { findCharge, listChargeCards } from './charge/charge-store.ts'
import { directoryOf } from './sale/directory.ts'
import { takenBack } from './history/list-store.ts'
import { rewardsOf } from './history/reward-facts.ts'
import { payoutsOf } from './payouts/facts.ts'
import { presentTransaction } from './history/present.ts'
import { paymentsOf, statesOf } from './later/states.ts'
import { hasReceipt } from '@shirogane/receipt/document/state'
import { sumReturns } from './receipt/store.ts'
import { mayRead } from './history/rights.ts'
import { photosOfLines } from './history/photos-store.ts'
import { pointsOfLines, reasonsOf } from './history/reasons.ts'
import { rewardReasonsOf } from './history/reward-reasons.ts'
import { findTransaction, listLines } from './store.ts'

export async function details(
  ctx: Context,
  actor: Actor,
  { params }: Input<'transactions.details'>,
): Promise<Output<'transactions.details'>> {
  const row = await findTransaction(ctx.db, params.id)
  if (!row) return unsettled(ctx, actor, params.id)
  if (!mayRead(actor, row)) throw new Problem('TXN_NOT_FOUND')
  const [lines, directory, cards, original, register, states, payouts, rewards, returned, photos] =
    await Promise.all([
      listLines(ctx.db, row.id),
      directoryOf(ctx),
      listChargeCards(ctx.db, [row]),
      row.related_id === null || ['later_payment', 'payout', 'reward'].includes(row.kind)
        ? null
        : findTransaction(ctx.db, row.related_id),
      actor.role === 'customer' ? null : atRegister(ctx, actor, row),
      statesOf(ctx, [row]),
      payoutsOf(ctx.db, [row]),
      rewardsOf(ctx.db, [row]),
      takenBack(ctx.db, [row]),
      photosOfLines(ctx.db, row.id),
    ])
  const isReturned = row.kind === 'payment' && (row.refunded_total > 0 || row.voided_by !== null)
  const [sums, returns] = await Promise.all([
    row.refunded_total > 0 ? sumReturns(ctx.db, row.id) : null,
    isReturned ? listReturns(ctx.db, row.id) : null,
  ])
  return {
    ...presentTransaction(row, lines, directory, cards.get(row.id), rewards.get(row.id)),
    ...(states.has(row.id) && { later: states.get(row.id) }),
    ...payouts.get(row.id),
    ...(returned.has(row.id) && { status: 'deleted' as const }),
    point_reasons: await reasonsOf(ctx, row),
    item_points: pointsOfLines(row, lines),
    ...(photos !== null && { item_photos: photos }),
    pending_points: null,
    reward_reasons: await rewardReasonsOf(ctx, row),
    ...(sums && { given_back: { money: sums.money, later: sums.later, points: sums.points } }),
    ...(returns && {
      returns: returns.map(({ id, number, kind, spent_total, completed_at }) => ({
        id,
        number,
        kind,
        amount: spent_total,
        at: completed_at.toISOString(),
      })),
    }),
    original: original && {
      id: original.id,
      number: original.number,
      spent_total: original.spent_total,
      completed_at: original.completed_at.toISOString(),
    },
    till: register,
    has_receipt: hasReceipt(row),
    later_payments: await paymentsOf(ctx, row, directory),
  }
}

/** A charge that has moved nothing yet, or never will, is no movement: its owner still finds it under its id. */
async function unsettled(ctx: Context, actor: Actor, id: string): Promise<Output<'transactions.details'>> {
  const charge = await findCharge(ctx.db, id)
  if (!charge || charge.customer_id !== actor.user_id) throw new Problem('TXN_NOT_FOUND')
  return {
    ...presentCharge(charge),
    point_reasons: [],
    item_points: [],
    pending_points: null,
    reward_reasons: [],
    original: null,
    till: null,
    has_receipt: false,
    later_payments: [],
  }
}
