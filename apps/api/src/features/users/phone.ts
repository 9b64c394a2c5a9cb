import { readPhone } from '@shirogane/contract/inputs/read-fields'
import { limits } from '@shirogane/contract/rules/limits'
import { sentenceOf } from '@shirogane/contract/wire/errors'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { findAccount, findAccountForUpdate } from '../auth/register/account-store.ts'
import { phonePurpose } from '../auth/pins/contact-codes.ts'
import { issuePin, withinSmsCaps } from '../auth/pins/pins.ts'
import { refuseHeldHere, taken } from '../auth/register.ts'
import { recordPending } from '../auth/security/security-store.ts'
import { textPin } from '../auth/send/verify.ts'
import { requireStepUp } from '../auth/step-up/step-up-grants.ts'
import { countLookup } from '../auth/ticket.ts'

/**
 * A member's new number. Unlike before the verification it is confirmed first and changed after, so that a slip of the
 * finger locks no member out of their own balance.
 */
export async function movePhone(
  ctx: Context,
  actor: Actor,
  { body, client }: Input<'users.phone'>,
): Promise<Output<'users.phone'>> {
  const phone = readPhone(body.phone, { allocatedOnly: ctx.config.production })
  if ('refusal' in phone) throw new Problem(phone.refusal, { fields: { phone: sentenceOf(phone.refusal) } })
  const number = phone.e164
  await countLookup(ctx, actor.user_id, client)
  const own = await findAccount(ctx.db, actor.user_id)
  const texting = { user_id: actor.user_id, ip: client.ip, share: 'named', isNamed: true } as const
  await withinSmsCaps(ctx, texting, () =>
    ctx.transact(async (tx) => {
      await requireStepUp(ctx, tx, actor, 'phone')
      if (own?.phone_number === number && own.phone_verified) throw taken('PHONE_TAKEN', 'phone')
      await refuseHeldHere(tx, { phone_number: number }, client, { except: actor.user_id, field: 'phone' })
      await findAccountForUpdate(tx, actor.user_id)
      await recordPending(tx, { user_id: actor.user_id, kind: 'phone', value: number, at: ctx.now() })
      const errand = { purpose: phonePurpose, owner: actor.user_id, target: number }
      const { id, pin } = await issuePin(ctx, tx, errand, { share: 'named', textedFor: client.ip })
      await textPin(ctx, tx, { user_id: actor.user_id, phone_number: number }, { id, pin })
    }),
  )
  ctx.wakeMessenger()
  return { expires_in: limits.pinTtlSeconds, resend_in: limits.pinResendSeconds }
}
