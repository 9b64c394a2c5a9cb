import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { getUser } from './get-user.ts'
import { listTermsInForce, recordConsent } from './profile-store.ts'

/** One consent covers the terms and the privacy policy. It names the version that was on the screen. */
export async function agreeToTos(
  ctx: Context,
  actor: Actor,
  { body }: Input<'users.agreeToTos'>,
): Promise<Output<'users.agreeToTos'>> {
  const terms = await listTermsInForce(ctx.db)
  // A newer version came into force while the reader was reading: that one has to be read.
  if (!terms.some(({ slug, version }) => slug === 'tos' && version === body.version))
    throw new Problem('CONFLICT')
  await ctx.transact((tx) => recordConsent(tx, actor.user_id, terms))
  return getUser(ctx, actor.user_id)
}
