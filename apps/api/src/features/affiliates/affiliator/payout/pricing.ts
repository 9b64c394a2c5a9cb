import { sentenceOf } from '@shirogane/contract/wire/errors'
import type { PayoutPricing } from '@shirogane/contract/resources/brand/payouts'
import type { Actor, Context } from '../../../../context.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { coolingProblem, coolingUntil } from '../../../auth/index.ts'
import { findObstacles, findWithholdingMonth, isAffiliator } from '../../../payouts/store.ts'
import { termsNow } from '../../../payouts/terms.ts'

export async function pricing(
  ctx: Context,
  actor: Actor,
  { query }: Input<'affiliates.payoutPricing'>,
): Promise<Output<'affiliates.payoutPricing'>> {
  if (!(await isAffiliator(ctx.db, actor.user_id))) throw new Problem('NOT_AFFILIATOR')
  const { fee, minimum, maximum, run, cutoff_at } = await termsNow(ctx.db)
  return {
    method: query.method,
    fee,
    minimum,
    maximum,
    next_run_on: run.file_on,
    // The last moment that counts is the one before.
    cutoff_at: new Date(cutoff_at.getTime() - 1_000).toISOString(),
    value_date: run.value_date,
    refusal: await refusalOf(ctx, actor.user_id),
    withholding: await findWithholdingMonth(ctx.db, actor.user_id, run.value_date),
  }
}

/** In the order in which a request would be refused. */
async function refusalOf(ctx: Context, userId: string): Promise<PayoutPricing['refusal']> {
  const { owes, is_stopped, is_frozen, has_open } = await findObstacles(ctx.db, userId)
  if (owes) return answerOf(new Problem('DEBT_OPEN'))
  if (is_stopped) return answerOf(new Problem('PAYOUT_STOPPED'))
  if (is_frozen) return answerOf(new Problem('PAYOUT_FROZEN'))
  if (has_open) return answerOf(new Problem('PAYOUT_PENDING'))
  const until = await coolingUntil(ctx, ctx.db, userId)
  return until && answerOf(coolingProblem(until))
}

const answerOf = ({ code, detail }: Problem): PayoutPricing['refusal'] => ({
  code: code as NonNullable<PayoutPricing['refusal']>['code'],
  error: sentenceOf(code, detail.blanks),
})
