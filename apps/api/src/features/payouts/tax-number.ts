import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { changeTaxNumber as change, findTaxNumber } from './statement-store.ts'
import { isAffiliator } from './store.ts'

export async function taxNumber(ctx: Context, actor: Actor): Promise<Output<'affiliates.taxNumber'>> {
  await checkAffiliator(ctx, actor)
  return { registration_no: await findTaxNumber(ctx.db, actor.user_id) }
}

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

async function checkAffiliator(ctx: Context, actor: Actor): Promise<void> {
  if (!(await isAffiliator(ctx.db, actor.user_id))) throw new Problem('NOT_AFFILIATOR')
}
