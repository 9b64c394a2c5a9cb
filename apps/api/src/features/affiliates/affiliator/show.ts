import type { Actor, Context } from '../../../context.ts'
import type { Output } from '../../../http/operation.ts'
import { inviteUrl } from '../../../lib/invite-url.ts'
import { getOwn } from '../own.ts'
import { readRewardTerms } from './terms.ts'

export async function showAffiliator(ctx: Context, actor: Actor): Promise<Output<'affiliates.show'>> {
  const [own, terms] = await Promise.all([getOwn(ctx, actor), readRewardTerms(ctx.db)])
  return {
    user_id: actor.user_id,
    code: own.code,
    invite_url: inviteUrl(ctx.config.publicUrl, own.code),
    terms_version: own.terms_version,
    agreed_at: own.agreed_at.toISOString(),
    stopped: own.stopped_at !== null,
    left_at: own.left_at?.toISOString() ?? null,
    ...terms,
  }
}
