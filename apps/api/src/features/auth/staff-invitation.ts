import { createHash, randomInt } from 'node:crypto'
import { canonicalPassword } from '@shirogane/contract/inputs'
import { limits } from '@shirogane/contract/limits'
import { sentenceOf } from '@shirogane/contract/errors'
import type { Actor, Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { Client, Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { network } from '../../http/rate-limits.ts'
import { recordAct } from '../log/index.ts'
import { checkNewPassword } from './new-password.ts'
import { hashPassword } from './passwords.ts'
import { endSessionsOf, recordNewPassword } from './reset-store.ts'
import { findInvited, recordInvitation, useInvitation } from './staff-store.ts'
import { checkNewPin } from './staff-pin.ts'
import { recordPinHash } from './store.ts'

/** Read aloud and typed by hand: no letter that looks like a figure. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const triesPerHour = 30

/**
 * Makes the way to a new password; one that was made before leads nowhere from now on. Without an actor it is the first
 * owner's, which the database takes from its own owner alone.
 */
export async function inviteStaff(
  ctx: Pick<Context, 'config' | 'now'>,
  tx: Tx,
  { actor, userId }: { actor: Actor | null; userId: string },
): Promise<{ code: string; url: string; expires_at: string }> {
  const at = ctx.now()
  const expires_at = new Date(at.getTime() + limits.staffInvitationHours * 3_600_000)
  const bare = Array.from({ length: limits.staffInvitationLetters }, () => letters[randomInt(letters.length)])
  const code = bare.join('').replace(/(.{4})(?=.)/g, '$1-')
  await recordInvitation(tx, {
    id: uuidv7(at),
    user_id: userId,
    code_hash: hashOf(code),
    issued_by: actor?.user_id ?? null,
    at,
    expires_at,
  })
  const url = new URL('/auth/forgot', ctx.config.publicUrl)
  // Behind the hash nothing of it reaches a server's log.
  url.search = 'step=staff'
  url.hash = code
  return { code, url: url.href, expires_at: expires_at.toISOString() }
}

export async function staffInvitation(
  ctx: Context,
  _actor: unknown,
  { body, client }: Input<'auth.staffInvitation'>,
): Promise<Output<'auth.staffInvitation'>> {
  await countTry(ctx, client)
  const invited = await findInvited(ctx.db, hashOf(body.code), ctx.now())
  if (!invited) throw new Problem('STAFF_INVITATION_INVALID')
  return { number: invited.number, name: invited.name, store_name: invited.store_name }
}

/** Whoever was invited chooses a password and a PIN that nobody else has seen; whatever was open in their name ends. */
export async function staffWelcome(
  ctx: Context,
  _actor: unknown,
  { body, client, requestId }: Input<'auth.staffWelcome'>,
): Promise<Output<'auth.staffWelcome'>> {
  await countTry(ctx, client)
  const code_hash = hashOf(body.code)
  const invited = await findInvited(ctx.db, code_hash, ctx.now())
  if (!invited) throw new Problem('STAFF_INVITATION_INVALID')
  const password = canonicalPassword(body.password)
  if (password.length < limits.staffPasswordMin)
    throw new Problem('PASSWORD_TOO_SHORT_STAFF', {
      fields: { password: sentenceOf('PASSWORD_TOO_SHORT_STAFF') },
    })
  checkNewPassword(body.password, [invited.number, invited.name])
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

function hashOf(code: string): Buffer {
  const bare = code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
  return createHash('sha256').update(`staff invitation ${bare}`).digest()
}

async function countTry(ctx: Context, client: Client): Promise<void> {
  await ctx.limits.spend({
    bucket: `staff-invitation:${network(client.ip)}`,
    max: triesPerHour,
    windowSeconds: 3_600,
  })
}
