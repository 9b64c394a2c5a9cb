import { sentenceOf } from '@shirogane/contract/wire/errors'
import { canonicalPassword, passwordLength } from '@shirogane/contract/inputs/passwords'
import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { findAccount, findAccountForUpdate } from '../auth/register/account-store.ts'
import { checkNewPassword } from '../auth/passwords/new-password.ts'
import { checkOwnPassword } from '../auth/passwords/own-password.ts'
import { hashPassword } from '../auth/passwords/passwords.ts'
import { endSessionsOf, recordNewPassword } from '../auth/reset/reset-store.ts'
import { recordAccountChange } from '../auth/security/security-store.ts'
import { notifyOwner } from '../auth/security/notify-owner.ts'

/** Ends every other session, so that a person who knew the old password is out. */
export async function changePassword(
  ctx: Context,
  actor: Actor,
  { body }: Input<'users.password'>,
): Promise<Output<'users.password'>> {
  const account = await findAccount(ctx.db, actor.user_id)
  if (!account) throw new Error('A signed-in person is not there')
  const next = canonicalPassword(body.password)
  // Refused before the old one is looked at, so that a form may be sent again without counting as a guess.
  await checkNewPassword(ctx, body.password, [account.username, account.phone_number, account.date_of_birth])
  if (actor.employee && passwordLength(body.password) < limits.staffPasswordMin)
    throw refused('PASSWORD_TOO_SHORT_STAFF')
  await checkOwnPassword(ctx, actor.user_id, account, body.current_password, 'current_password')
  if (next === canonicalPassword(body.current_password)) throw refused('PASSWORD_SAME')
  const hash = await hashPassword(next, ctx.keys.pepper)

  const ended = await ctx.transact(async (tx) => {
    const locked = await findAccountForUpdate(tx, actor.user_id)
    // Another request set a new one in between: what was shown is not the password any more.
    if (locked?.password_hash !== account.password_hash) throw refused('PASSWORD_CURRENT_INVALID')
    const at = ctx.now()
    const change = {
      id: uuidv7(at),
      user_id: actor.user_id,
      kind: 'password',
      session_id: actor.session_id,
      at,
    } as const
    await recordNewPassword(tx, actor.user_id, hash, at)
    await recordAccountChange(tx, change)
    await notifyOwner(ctx, tx, actor.user_id, account, { event: 'password_changed', key: change.id })
    return endSessionsOf(tx, {
      user_id: actor.user_id,
      except: actor.session_id,
      reason: 'password_changed',
      at,
    })
  })
  for (const session of ended) ctx.sessions.forget(session)
  ctx.wakeMessenger()
  return {}
}

function refused(code: 'PASSWORD_SAME' | 'PASSWORD_TOO_SHORT_STAFF' | 'PASSWORD_CURRENT_INVALID'): Problem {
  const field = code === 'PASSWORD_CURRENT_INVALID' ? 'current_password' : 'password'
  return new Problem(code, { fields: { [field]: sentenceOf(code) } })
}
