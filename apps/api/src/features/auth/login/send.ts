import { limits } from '@shirogane/contract/rules/limits'
import type { Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { askedBy, sendLoginCode, wayOf, withinSmsCapsOf } from './login-code.ts'
import { findLoginFlow, findLoginFlowForUpdate } from './login-store.ts'
import { hashOf } from '../send/reset.ts'

/** The code once more, to where the first one went. */
export async function loginSend(
  ctx: Context,
  _actor: unknown,
  { body, client }: Input<'auth.loginSend'>,
): Promise<Output<'auth.loginSend'>> {
  const secret_hash = hashOf(body.flow)
  const found = await findLoginFlow(ctx.db, secret_hash, ctx.now())
  const way = wayOf(found)
  if (!found || !way) throw new Problem('LOGIN_FLOW_INVALID')
  const asked = await askedBy(ctx, found.user_id, client)
  await withinSmsCapsOf(ctx, way, asked, () =>
    ctx.transact(async (tx) => {
      const flow = await findLoginFlowForUpdate(tx, secret_hash, ctx.now())
      if (!flow) throw new Problem('LOGIN_FLOW_INVALID')
      await sendLoginCode(ctx, tx, flow, way, asked)
    }),
  )
  ctx.wakeMessenger()
  return { expires_in: limits.pinTtlSeconds, resend_in: limits.pinResendSeconds }
}
