import type { Actor, Context } from '../../../../context.ts'
import type { Output } from '../../../../http/operation.ts'
import { findTaxNumber } from '../../../payouts/statement-store.ts'
import { checkAffiliator } from '../../../payouts/tax-number.ts'

export async function taxNumber(ctx: Context, actor: Actor): Promise<Output<'affiliates.taxNumber'>> {
  await checkAffiliator(ctx, actor)
  return { registration_no: await findTaxNumber(ctx.db, actor.user_id) }
}
