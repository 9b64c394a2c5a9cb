import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../context.ts'
import type { Output } from '../../http/operation.ts'
import { getStoreUrl, issueSignOn, storeAddress } from './handoff/sign-on-token.ts'

/** For a page that opens the store's window itself, such as the installed app on an iPhone. */
export async function issueSignOnLink(ctx: Context, actor: Actor): Promise<Output<'auth.handoff'>> {
  const token = await issueSignOn(ctx, actor.session_id)
  return {
    refresh_token: token,
    expires_in: limits.signOnSeconds,
    url: storeAddress(await getStoreUrl(ctx), token),
  }
}
