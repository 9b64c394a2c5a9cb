import type { Actor, Context } from '../../../../context.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { changeTaxNumber as change } from '../../../payouts/statement-store.ts'
import { checkAffiliator } from '../../../payouts/tax-number.ts'

/** Statements of payouts that were made already keep the number that held then. */
export async function changeTaxNumber(
  ctx: Context,
  actor: Actor,
  { body }: Input<'affiliates.changeTaxNumber'>,
): Promise<Output<'affiliates.changeTaxNumber'>> {
  await checkAffiliator(ctx, actor)
  await change(ctx.db, actor.user_id, body.registration_no)
  return { registration_no: body.registration_no }
}
