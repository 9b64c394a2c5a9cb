import type { Actor, Context } from '../../../context.ts'
import type { Output } from '../../../http/operation.ts'
import { presentOwn } from '../search/saved-searches.ts'

export function savedSearches(ctx: Context, actor: Actor): Promise<Output<'transactions.savedSearches'>> {
  return presentOwn(ctx.db, actor.user_id)
}
