import { canonicalPassword, passwordLength } from '@shirogane/contract/inputs/passwords'
import { limits } from '@shirogane/contract/rules/limits'
import { sentenceOf } from '@shirogane/contract/wire/errors'
import type { Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { recordAct } from '../../log/index.ts'
import { checkNewPin } from '../../users/pin.ts'
import { checkNewPassword } from '../passwords/new-password.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { endSessionsOf, recordNewPassword } from '../reset/reset-store.ts'
import { getInvited, hashOf } from './staff-invitation.ts'
import { useInvitation } from './staff-store.ts'
import { recordPinHash } from '../store.ts'

/**
 * The invited person chooses a password and a PIN that no other person has seen; all sessions open in their name end.
 */
export async function staffWelcome(
  ctx: Context,
  _actor: unknown,
  { body, client, requestId }: Input<'auth.staffWelcome'>,
): Promise<Output<'auth.staffWelcome'>> {
  const code_hash = hashOf(body.code)
  const invited = await getInvited(ctx, client, code_hash)
  const password = canonicalPassword(body.password)
  if (passwordLength(body.password) < limits.staffPasswordMin)
    throw new Problem('PASSWORD_TOO_SHORT_STAFF', {
      fields: { password: sentenceOf('PASSWORD_TOO_SHORT_STAFF') },
    })
  await checkNewPassword(ctx, body.password, [invited.number, invited.name])
  const pin = checkNewPin(body.pin, invited.number)
  const hashes = [
    await hashPassword(password, ctx.keys.pepper),
    await hashPassword(pin, ctx.keys.pepper),
  ] as const
  const ended = await ctx.transact(async (tx) => {
    const at = ctx.now()
    // Of two who use one code at once, one is welcome.
    if (!(await useInvitation(tx, code_hash, at))) throw new Problem('STAFF_INVITATION_INVALID')
    await recordNewPassword(tx, invited.user_id, hashes[0], at)
    await recordPinHash(tx, invited.user_id, hashes[1])
    await recordAct(ctx, tx, {
      actor: invited,
      requestId,
      action: 'staff.password_set',
      object: `staff:${invited.user_id}`,
    })
    return endSessionsOf(tx, { user_id: invited.user_id, reason: 'password_changed', at })
  })
  for (const session of ended) ctx.sessions.forget(session)
  return { number: invited.number }
}
