import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { enqueueMessage } from '../../messages/index.ts'
import { findAccountForUpdate } from '../register/account-store.ts'
import { isHeldByAnother } from '../register/holder-store.ts'
import { issuePin, withinSmsCaps } from '../pins/pins.ts'

export const verifyPurpose = 'verify_phone'

/** Sends only to the phone on record: the caller cannot name another one here. */
export async function sendVerify(
  ctx: Context,
  actor: Actor,
  { client }: Input<'auth.sendVerify'>,
): Promise<Output<'auth.sendVerify'>> {
  if (actor.role !== 'unverified') throw new Problem('ALREADY_VERIFIED')
  await withinSmsCaps(ctx, { user_id: actor.user_id, ip: client.ip, share: 'named' }, () =>
    ctx.transact(async (tx) => {
      const account = await findAccountForUpdate(tx, actor.user_id)
      if (!account || account.verified) throw new Problem('ALREADY_VERIFIED')
      if (account.phone_number === null) throw new Problem('PHONE_FORMAT')
      await sendVerificationPin(ctx, tx, client.ip, {
        user_id: actor.user_id,
        phone_number: account.phone_number,
      })
    }),
  )
  ctx.wakeMessenger()
  return { expires_in: limits.pinTtlSeconds, resend_in: limits.pinResendSeconds }
}

type Member = { user_id: string; phone_number: string }

/** A member's number gets, instead of a code that no one may have, the notice that they are a member. */
export async function sendVerificationPin(
  ctx: Context,
  tx: Tx,
  ip: string,
  { user_id, phone_number }: Member,
): Promise<void> {
  const errand = { purpose: verifyPurpose, owner: user_id, target: phone_number }
  const { id, pin } = await issuePin(ctx, tx, errand, { share: 'named', textedFor: ip })
  await textPin(ctx, tx, { user_id, phone_number }, { id, pin })
}

/** What goes out for a code that shall prove a number. */
export async function textPin(
  ctx: Context,
  tx: Tx,
  { user_id, phone_number }: Member,
  { id, pin }: { id: string; pin: string },
): Promise<void> {
  const isHeld = await isHeldByAnother(tx, 'phone', phone_number, user_id)
  await enqueueMessage(ctx, tx, {
    user_id,
    to: phone_number,
    // One name for both: it stands in the export of the person who asked.
    template: 'verification_code',
    data: { code: isHeld ? null : pin, host: ctx.config.publicUrl.hostname },
    dedupe_key: `pin:${id}`,
  })
}

/**
 * The same where it may be left out: no registration fails because the number was written to a moment ago. Answers
 * whether it went out.
 */
export async function offerPin(ctx: Context, tx: Tx, ip: string, member: Member): Promise<boolean> {
  try {
    await sendVerificationPin(ctx, tx, ip, member)
    return true
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return false
  }
}
