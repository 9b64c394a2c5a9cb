import { readPin } from '@shirogane/contract/inputs/read-fields'
import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { checkOwnPassword } from '../passwords/own-password.ts'
import { provePasskey } from '../passkeys/passkey-proof.ts'
import { countGuess, pinProblem, tryPin } from '../pins/pins.ts'
import { getAccount, grantStepUp, stepUpErrandOf, stepUpMethodsOf } from './step-up-grants.ts'

export async function stepUp(
  ctx: Context,
  actor: Actor,
  { body, client }: Input<'auth.stepUp'>,
): Promise<Output<'auth.stepUp'>> {
  const account = await getAccount(ctx.db, actor)
  const { methods, keys_until } = await stepUpMethodsOf(ctx, actor, account, body.purpose)
  if (!methods.includes(body.method)) throw new Problem('STEP_UP_METHOD')
  if (body.method === 'password') await checkOwnPassword(ctx, actor.user_id, account, body.password)
  if (body.method === 'otp') await countGuess(ctx, stepUpErrandOf(actor, '', body), null)

  const outcome = await ctx.transact(async (tx) => {
    if (body.method === 'passkey')
      await provePasskey(ctx, tx, client, body.credential, { user_id: actor.user_id, keys_until })
    if (body.method === 'otp') {
      const errand = stepUpErrandOf(actor, account.phone_number ?? '', body)
      const tried = await tryPin(ctx, tx, errand, readPin(body.code) ?? '')
      if (tried.is !== 'right') return tried
    }
    await grantStepUp(ctx, tx, actor, body.method, body.purpose, body.ref)
    return { is: 'right' } as const
  })
  if (outcome.is !== 'right') throw pinProblem(outcome)
  return { expires_in: limits.stepUpSeconds }
}
