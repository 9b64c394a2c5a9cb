import { readPin } from '@shirogane/contract/inputs/read-fields'
import type { Context } from '../../../context.ts'
import type { Answer, Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { loginErrandOf, loginPurpose, wayOf } from './login-code.ts'
import { endLoginFlow, findLoginFlow, findLoginFlowForUpdate } from './login-store.ts'
import { countGuess, pinProblem, tryPin } from '../pins/pins.ts'
import { hashOf } from '../send/reset.ts'
import { signIn } from '../sessions/sign-in.ts'

/** The code that makes the session. Five wrong ones end the login, and the password has to be given again. */
export async function loginCode(
  ctx: Context,
  _actor: unknown,
  { body, client }: Input<'auth.loginCode'>,
): Promise<Answer<Output<'auth.loginCode'>>> {
  const secret_hash = hashOf(body.flow)
  const found = await findLoginFlow(ctx.db, secret_hash, ctx.now())
  if (!found) throw new Problem('LOGIN_FLOW_INVALID')
  // Counted for this login: otherwise another person with the password would use up the guesses of its owner.
  await countGuess(ctx, { purpose: loginPurpose, owner: found.id }, { ip: client.ip, withPassword: true })

  const outcome = await ctx.transact(async (tx) => {
    const at = ctx.now()
    const flow = await findLoginFlowForUpdate(tx, secret_hash, at)
    const way = wayOf(flow)
    if (!flow || !way) return { is: 'gone' } as const
    const tried = await tryPin(ctx, tx, loginErrandOf(flow, way), readPin(body.pin) ?? '')
    if (tried.is === 'right' || tried.is === 'exhausted') await endLoginFlow(tx, flow.id, at)
    return tried
  })
  if (outcome.is === 'gone') throw new Problem('LOGIN_FLOW_INVALID')
  if (outcome.is !== 'right') throw pinProblem(outcome)
  if (found.suspended_at) throw new Problem('AUTH_SUSPENDED')
  return signIn(ctx, { user_id: found.user_id, type: 'customer' }, client)
}
