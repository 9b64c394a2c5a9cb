import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { findAccountForUpdate } from '../../auth/register/account-store.ts'
import { codeSent, mailCode, pendingEmail } from '../../auth/pins/contact-codes.ts'
import { dropPending } from '../../auth/security/security-store.ts'

export async function sendEmailCode(
  ctx: Context,
  actor: Actor,
  { body }: Input<'users.sendEmailCode'>,
): Promise<Output<'users.sendEmailCode'>> {
  await ctx.transact(async (tx) => {
    const account = await findAccountForUpdate(tx, actor.user_id)
    if (body.target === 'current') await dropPending(tx, actor.user_id, 'email')
    const target = (await pendingEmail(ctx, tx, actor)) ?? account?.email
    if (!target) throw new Problem('EMAIL_REQUIRED')
    const isProved = account?.email_verified === true && target === account.email
    await mailCode(ctx, tx, actor, target, isProved ? 'signed_in' : 'named')
  })
  ctx.wakeMessenger()
  return codeSent
}
