import { maskPhone } from '@shirogane/contract/inputs/read-fields'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { getAccount, stepUpMethodsOf } from './step-up-grants.ts'

export async function stepUpMethods(
  ctx: Context,
  actor: Actor,
  { query }: Input<'auth.stepUpMethods'>,
): Promise<Output<'auth.stepUpMethods'>> {
  const account = await getAccount(ctx.db, actor)
  const { methods } = await stepUpMethodsOf(ctx, actor, account, query.purpose)
  return { methods, phone: methods.includes('otp') ? maskPhone(account.phone_number ?? '') : null }
}
