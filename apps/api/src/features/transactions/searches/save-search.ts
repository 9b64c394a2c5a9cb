import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import {
  freshenSearch,
  insertSearch,
  listOwnSearches,
  lockOwnSearches,
} from '../search/saved-searches-store.ts'
import { presentOwn } from '../search/saved-searches.ts'

/** Saves a search for the caller. One that is saved already comes first again, under its own name. */
export async function saveSearch(
  ctx: Context,
  actor: Actor,
  { body }: Input<'transactions.saveSearch'>,
): Promise<Output<'transactions.saveSearch'>> {
  const kept = { ...body, employee_id: actor.user_id, at: ctx.now() }
  await ctx.transact(async (tx) => {
    await lockOwnSearches(tx, actor.user_id)
    if (await freshenSearch(tx, kept)) return
    const own = await listOwnSearches(tx, actor.user_id)
    if (own.length >= limits.savedSearchesMax)
      throw new Problem('SAVED_SEARCH_LIMIT', { blanks: { n: limits.savedSearchesMax } })
    if (!(await insertSearch(tx, kept))) throw new Problem('CONFLICT')
  })
  return presentOwn(ctx.db, actor.user_id)
}
