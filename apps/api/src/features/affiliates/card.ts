import { readInviteCode, readUsername } from '@shirogane/contract/inputs'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { network } from '../../http/rate-limits.ts'
import { findAffiliator } from './store.ts'

/** Who invites: shown to everybody who comes by the link, before they have an account. */
export async function card(
  ctx: Context,
  actor: Actor | null,
  { params, client }: Input<'affiliates.card'>,
): Promise<Output<'affiliates.card'>> {
  // Somebody whose session has ended meanwhile is told so, instead of being taken for a guest.
  if (client.bearer !== null && actor === null) throw new Problem('AUTH_SESSION_EXPIRED')
  ctx.limits.capCalls(`affiliate-card:${actor?.user_id ?? network(client.ip)}`, 30)
  const found = await findAffiliator(ctx.db, {
    code: readInviteCode(params.username),
    username: readUsername(params.username),
  })
  if (!found) throw new Problem('AFFILIATE_CODE_INVALID')
  return { username: found.username, avatar: found.avatar, code: found.code }
}
