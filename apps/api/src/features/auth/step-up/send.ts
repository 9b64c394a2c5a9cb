import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { enqueueMessage } from '../../messages/index.ts'
import { issuePin, withinSmsCaps } from '../pins/pins.ts'
import { purposeNames } from './text.ts'
import { getAccount, stepUpErrandOf, stepUpMethodsOf } from './step-up-grants.ts'

export async function stepUpSend(
  ctx: Context,
  actor: Actor,
  { body, client }: Input<'auth.stepUpSend'>,
): Promise<Output<'auth.stepUpSend'>> {
  const account = await getAccount(ctx.db, actor)
  const { methods } = await stepUpMethodsOf(ctx, actor, account, body.purpose)
  const { phone_number } = account
  if (!methods.includes('otp') || phone_number === null) throw new Problem('STEP_UP_METHOD')
  await withinSmsCaps(ctx, { user_id: actor.user_id, ip: client.ip, share: 'signed_in' }, () =>
    ctx.transact(async (tx) => {
      const errand = stepUpErrandOf(actor, phone_number, body)
      const { id, pin } = await issuePin(ctx, tx, errand, { share: 'signed_in', textedFor: client.ip })
      await enqueueMessage(ctx, tx, {
        user_id: actor.user_id,
        to: phone_number,
        template: 'step_up_code',
        data: {
          code: pin,
          host: ctx.config.publicUrl.hostname,
          action: purposeNames[body.purpose],
          // The end of what it is about, such as the last digits of a bank account.
          about: body.ref ? body.ref.slice(-3) : null,
        },
        dedupe_key: `pin:${id}`,
      })
    }),
  )
  ctx.wakeMessenger()
  return { expires_in: limits.pinTtlSeconds, resend_in: limits.pinResendSeconds }
}
