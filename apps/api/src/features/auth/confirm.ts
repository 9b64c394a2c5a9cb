import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { checkOwnPassword } from './passwords/own-password.ts'
import { getAccount, grantStepUp, stepUpMethodsOf } from './step-up/step-up-grants.ts'

/** The password again, before money leaves; where it is a way at all. */
export async function confirm(
  ctx: Context,
  actor: Actor,
  { body }: Input<'auth.confirm'>,
): Promise<Output<'auth.confirm'>> {
  const account = await getAccount(ctx.db, actor)
  const { methods } = await stepUpMethodsOf(ctx, actor, account, 'payout')
  if (!methods.includes('password')) throw new Problem('STEP_UP_METHOD')
  await checkOwnPassword(ctx, actor.user_id, account, body.password)
  await ctx.transact((tx) => grantStepUp(ctx, tx, actor, 'password', 'payout', undefined))
  return { expires_in: limits.stepUpSeconds }
}
