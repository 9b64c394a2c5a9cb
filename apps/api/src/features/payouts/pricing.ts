import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { findWithholdingMonth, isAffiliator } from './store.ts'
import { termsNow } from './terms.ts'

export async function pricing(
  ctx: Context,
  actor: Actor,
  { query }: Input<'affiliates.payoutPricing'>,
): Promise<Output<'affiliates.payoutPricing'>> {
  if (!(await isAffiliator(ctx.db, actor.user_id))) throw new Problem('NOT_AFFILIATOR')
  const { withholds, fee, minimum, maximum, run, cutoff_at } = await termsNow(ctx.db)
  return {
    method: query.method,
    fee,
    minimum,
    maximum,
    next_run_on: run.file_on,
    // The last moment that counts is the one before.
    cutoff_at: new Date(cutoff_at.getTime() - 1_000).toISOString(),
    value_date: run.value_date,
    withholding: withholds ? await findWithholdingMonth(ctx.db, actor.user_id, run.value_date) : null,
  }
}
