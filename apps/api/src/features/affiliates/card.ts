import { readInviteCode, readUsername } from '@shirogane/contract/inputs/read-fields'
import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { network } from '../../http/rate-limits.ts'
import { findAffiliator, hasEnded } from './store.ts'

/** Who invites: shown to everybody who comes by the link, before they have an account. */
export async function card(
  ctx: Context,
  actor: Actor | null,
  { params, client }: Input<'affiliates.card'>,
): Promise<Output<'affiliates.card'>> {
  // A person whose session has ended meanwhile is told so, instead of being taken for a guest.
  if (client.bearer !== null && actor === null) throw new Problem('AUTH_SESSION_EXPIRED')
  // An account that tries out names is told apart from guests, who may be many behind one address.
  if (actor) ctx.limits.capCalls(`affiliate-card:${actor.user_id}`, limits.inviteCardsPerHour, 3_600)
  else ctx.limits.capCalls(`affiliate-card:${network(client.ip)}`, limits.inviteCardsPerMinuteOfNetwork)
  const code = readInviteCode(params.username)
  const found = await findAffiliator(ctx.db, { code, username: readUsername(params.username) })
  if (!found) {
    // A person who was sent the link learns that it was good once; a user name does not reveal who invited.
    const isOld = code !== null && (await hasEnded(ctx.db, code))
    throw new Problem(isOld ? 'AFFILIATE_ENDED' : 'AFFILIATE_CODE_INVALID')
  }
  return { username: found.username, avatar: found.avatar, code: found.code }
}
