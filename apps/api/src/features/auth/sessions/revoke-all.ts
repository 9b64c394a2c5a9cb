import type { Actor, Context } from '../../../context.ts'
import type { Output } from '../../../http/operation.ts'
import { endSessionsOf } from '../reset/reset-store.ts'

export async function revokeAll(ctx: Context, actor: Actor): Promise<Output<'auth.revokeAll'>> {
  const ended = await ctx.transact((tx) =>
    endSessionsOf(tx, {
      user_id: actor.user_id,
      except: actor.session_id,
      reason: 'ended_by_owner',
      at: ctx.now(),
    }),
  )
  for (const session of ended) ctx.sessions.forget(session)
  return { ended: ended.length }
}
