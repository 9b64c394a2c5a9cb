import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import { enqueueMessage } from '../../messages/index.ts'
import { isHeldByAnother } from '../register/holder-store.ts'
import type { Share } from './pin-shares.ts'
import { issuePin } from './pins.ts'
import { findPending } from '../security/security-store.ts'

export const emailPurpose = 'email'
export const phonePurpose = 'phone'
export const codeSent = { expires_in: limits.pinTtlSeconds, resend_in: limits.pinResendSeconds }

export function pendingEmail(ctx: Context, tx: Tx, actor: Actor): Promise<string | null> {
  const since = new Date(ctx.now().getTime() - limits.pendingContactSeconds * 1000)
  return findPending(tx, actor.user_id, 'email', since)
}

/** Mails the code: to the address of another member goes instead of the code that it is one. */
export async function mailCode(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  email: string,
  share: Share,
): Promise<void> {
  const { id, pin } = await issuePin(
    ctx,
    tx,
    { purpose: emailPurpose, owner: actor.user_id, target: email },
    { share, textedFor: null },
  )
  const isHeld = await isHeldByAnother(tx, 'email', email, actor.user_id)
  await enqueueMessage(ctx, tx, {
    user_id: actor.user_id,
    to: email,
    template: 'email_code',
    data: { code: isHeld ? null : pin },
    dedupe_key: `pin:${id}`,
  })
}
