import { tokyoDate } from '@shirogane/domain/time/tokyo'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { gatewayOf } from './frame.ts'
import { presentCard } from './present.ts'
import { hasExpired } from './rules.ts'
import { changeCard, findCard } from './store.ts'

export async function updatePaymentMethod(
  ctx: Context,
  actor: Actor,
  { params, body }: Input<'paymentMethods.update'>,
): Promise<Output<'paymentMethods.update'>> {
  const card = await findCard(ctx.db, actor.user_id, params.id)
  if (!card) throw new Problem('NOT_FOUND')
  const { exp_month, exp_year } = body
  const expiry = exp_month === undefined || exp_year === undefined ? null : { exp_month, exp_year }
  if (expiry && hasExpired(expiry, tokyoDate(ctx.now()))) throw new Problem('CARD_EXPIRED')
  if (expiry && (expiry.exp_month !== card.exp_month || expiry.exp_year !== card.exp_year)) {
    // The gateway's word first: a date that it does not have would show a card as good that it refuses.
    const kept = await gatewayOf(ctx).changeCard(
      { customer: card.gateway_customer, card: card.gateway_card },
      expiry,
    )
    if (kept.outcome === 'refused') throw new Problem('CARD_DECLINED')
    if (kept.outcome === 'unknown')
      throw new Problem('CARD_UNAVAILABLE', { retryAfterSeconds: 5, reason: kept.reason })
  }
  const row = await ctx.transact((tx) =>
    changeCard(tx, {
      id: params.id,
      user_id: actor.user_id,
      default: body.default === true,
      exp_month: expiry?.exp_month ?? null,
      exp_year: expiry?.exp_year ?? null,
      nickname: body.nickname,
    }),
  )
  if (!row) throw new Problem('NOT_FOUND')
  return presentCard(row)
}
