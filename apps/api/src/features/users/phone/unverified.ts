import { sentenceOf } from '@shirogane/contract/wire/errors'
import { readPhone } from '@shirogane/contract/inputs/read-fields'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { getUser } from '../index.ts'
import { findAccountForUpdate, recordPhone } from '../../auth/register/account-store.ts'
import { voidPins } from '../../auth/pins/pin-store.ts'
import { withinSmsCaps } from '../../auth/pins/pins.ts'
import { refuseHeldHere } from '../../auth/register.ts'
import { sendVerificationPin, verifyPurpose } from '../../auth/send/verify.ts'
import { countLookup } from '../../auth/ticket.ts'

/** Corrects the number before the person is verified. Codes to the number before are worth nothing from then on. */
export async function changePhone(
  ctx: Context,
  actor: Actor,
  { params, body, client }: Input<'users.changePhone'>,
): Promise<Output<'users.changePhone'>> {
  if (params.id !== actor.user_id) throw new Problem('NOT_FOUND', { reason: 'somebody else' })
  if (actor.role !== 'unverified') throw new Problem('ALREADY_VERIFIED')
  const phone = readPhone(body.phone, { allocatedOnly: ctx.config.production })
  if ('refusal' in phone) throw new Problem(phone.refusal, { fields: { phone: sentenceOf(phone.refusal) } })
  const phone_number = phone.e164
  await countLookup(ctx, actor.user_id, client)
  await refuseHeldHere(ctx.db, { phone_number }, client, { except: actor.user_id, field: 'phone' })

  const texting = { user_id: actor.user_id, ip: client.ip, share: 'named', isNamed: true } as const
  await withinSmsCaps(ctx, texting, () =>
    ctx.transact(async (tx) => {
      const account = await findAccountForUpdate(tx, actor.user_id)
      if (!account || account.verified) throw new Problem('ALREADY_VERIFIED')
      await recordPhone(tx, actor.user_id, phone_number)
      await voidPins(tx, verifyPurpose, [actor.user_id], ctx.now())
      await sendVerificationPin(ctx, tx, client.ip, { user_id: actor.user_id, phone_number })
    }),
  )
  ctx.wakeMessenger()
  return getUser(ctx, actor.user_id)
}
