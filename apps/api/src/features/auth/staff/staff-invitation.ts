import { createHash, randomInt } from 'node:crypto'
import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Client } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { countMisses, network } from '../../../http/rate-limits.ts'
import { findInvited, type Invited, recordInvitation } from './staff-store.ts'

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

export function hashOf(code: string): Buffer {
  const bare = code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
  return createHash('sha256').update(`staff invitation ${bare}`).digest()
}

/** An invitation that waits for its person; a code that leads to none counts for the network. */
export function getInvited(ctx: Context, client: Client, code_hash: Buffer): Promise<Invited> {
  const misses = {
    bucket: `staff-invitation:${network(client.ip)}`,
    max: triesPerHour,
    windowSeconds: 3_600,
  }
  return countMisses(ctx.limits, misses, 'STAFF_INVITATION_INVALID', async () => {
    const invited = await findInvited(ctx.db, code_hash, ctx.now())
    if (!invited) throw new Problem('STAFF_INVITATION_INVALID')
    return invited
  })
}
