import { readPin } from '@shirogane/contract/inputs/read-fields'
import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { findAccountForUpdate } from '../../auth/register/account-store.ts'
import { emailPurpose, pendingEmail } from '../../auth/pins/contact-codes.ts'
import { issueEmailUndo } from '../../auth/email/undo.ts'
import { isHeldByAnother } from '../../auth/register/holder-store.ts'
import { countGuess, pinProblem, tryPin } from '../../auth/pins/pins.ts'
import { taken } from '../../auth/register.ts'
import { dropPending, recordAccountChange, recordEmail } from '../../auth/security/security-store.ts'
import { notifyOwner } from '../../auth/security/notify-owner.ts'
import { getUser } from '../index.ts'

/** The code is bound to the address that it went to: one that was sent to an earlier choice fits nothing now. */
export async function verifyEmail(
  ctx: Context,
  actor: Actor,
  { body, client }: Input<'users.verifyEmail'>,
): Promise<Output<'users.verifyEmail'>> {
  await countGuess(
    ctx,
    { purpose: emailPurpose, owner: actor.user_id },
    actor.role === 'unverified' ? client : null,
  )
  const outcome = await ctx.transact(async (tx) => {
    const account = await findAccountForUpdate(tx, actor.user_id)
    const target = (await pendingEmail(ctx, tx, actor)) ?? account?.email
    if (!account || !target) return { is: 'expired' } as const
    const tried = await tryPin(
      ctx,
      tx,
      { purpose: emailPurpose, owner: actor.user_id, target },
      readPin(body.code) ?? '',
    )
    if (tried.is !== 'right') return tried
    if (await isHeldByAnother(tx, 'email', target, actor.user_id)) return { is: 'held' } as const
    await recordEmail(tx, actor.user_id, target)
    await dropPending(tx, actor.user_id, 'email')
    if (target !== account.email) {
      const at = ctx.now()
      const change = {
        id: uuidv7(at),
        user_id: actor.user_id,
        kind: 'email',
        session_id: actor.session_id,
        at,
      } as const
      await recordAccountChange(tx, change)
      // Only who has shown that they read there is given the means to come back.
      const undo =
        account.email !== null && account.email_verified
          ? await issueEmailUndo(ctx, tx, { user_id: actor.user_id, email: account.email })
          : null
      // To the old address and the phone: the new one may be a thief's.
      await notifyOwner(ctx, tx, actor.user_id, account, { event: 'email_changed', key: change.id, undo })
    }
    return tried
  })
  if (outcome.is === 'held') throw taken('EMAIL_TAKEN', 'code')
  if (outcome.is !== 'right') throw pinProblem(outcome)
  ctx.wakeMessenger()
  return getUser(ctx, actor.user_id)
}
