import type { Context } from '../../../context.ts'
import type { Answer, Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { network } from '../../../http/rate-limits.ts'
import { provePasskey } from './passkey-proof.ts'
import { findPerson } from '../security/security-store.ts'
import { signIn } from '../sessions/sign-in.ts'

/** The key alone identifies and authenticates a person: no name, no password, no code. */
export async function passkeyLogin(
  ctx: Context,
  _actor: unknown,
  { body, client }: Input<'auth.passkeyLogin'>,
): Promise<Answer<Output<'auth.passkeyLogin'>>> {
  await ctx.limits.spend({ bucket: `passkey:ip:${network(client.ip)}`, max: 60, windowSeconds: 60 })
  const userId = await ctx.transact((tx) => provePasskey(ctx, tx, client, body.credential, null))
  const person = await findPerson(ctx.db, userId)
  if (!person || (person.type === 'employee' && person.employee_active !== true))
    throw new Problem('PASSKEY_INVALID', { reason: 'left' })
  if (person.suspended_at) throw new Problem('AUTH_SUSPENDED')
  return signIn(ctx, person, client)
}
