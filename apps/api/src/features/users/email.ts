import { readEmail } from '@shirogane/contract/inputs/read-fields'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { findAccountForUpdate } from '../auth/register/account-store.ts'
import { codeSent, mailCode } from '../auth/pins/contact-codes.ts'
import { refuseHeldHere } from '../auth/register.ts'
import { recordPending } from '../auth/security/security-store.ts'
import { requireStepUp } from '../auth/step-up/step-up-grants.ts'
import { countLookup } from '../auth/ticket.ts'

/** Sends a code to the new address. The old one stays in force until the code comes back. */
export async function changeEmail(
  ctx: Context,
  actor: Actor,
  { body, client }: Input<'users.email'>,
): Promise<Output<'users.email'>> {
  const email = readEmail(body.email) ?? ''
  await countLookup(ctx, actor.user_id, client)
  await ctx.transact(async (tx) => {
    await requireStepUp(ctx, tx, actor, 'email')
    await refuseHeldHere(tx, { email }, client, { except: actor.user_id })
    await findAccountForUpdate(tx, actor.user_id)
    await recordPending(tx, { user_id: actor.user_id, kind: 'email', value: email, at: ctx.now() })
    await mailCode(ctx, tx, actor, email, 'named')
  })
  ctx.wakeMessenger()
  return codeSent
}
