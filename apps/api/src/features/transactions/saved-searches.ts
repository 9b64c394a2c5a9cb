import { limits } from '@shirogane/contract/limits'
import type { SavedSearch } from '@shirogane/contract/saved-searches'
import type { Actor, Context } from '../../context.ts'
import type { Db } from '../../db/sql.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import {
  deleteSearch,
  freshenSearch,
  insertSearch,
  listOwnSearches,
  lockOwnSearches,
  nameSearch,
} from './saved-searches-store.ts'

async function presentOwn(db: Db, employeeId: string): Promise<{ items: SavedSearch[] }> {
  const rows = await listOwnSearches(db, employeeId)
  return { items: rows.map(({ id, name, filter, found }) => ({ id, name, filter, count: found })) }
}

export function savedSearches(ctx: Context, actor: Actor): Promise<Output<'transactions.savedSearches'>> {
  return presentOwn(ctx.db, actor.user_id)
}

/** Keeps a search for whoever is signed in. One that is kept already comes first again, under its own name. */
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

export async function renameSearch(
  ctx: Context,
  actor: Actor,
  { params, body }: Input<'transactions.renameSearch'>,
): Promise<Output<'transactions.renameSearch'>> {
  if (!(await nameSearch(ctx.db, actor.user_id, params.id, body.name))) throw new Problem('NOT_FOUND')
  return presentOwn(ctx.db, actor.user_id)
}

export async function removeSearch(
  ctx: Context,
  actor: Actor,
  { params }: Input<'transactions.removeSearch'>,
): Promise<Output<'transactions.removeSearch'>> {
  if (!(await deleteSearch(ctx.db, actor.user_id, params.id))) throw new Problem('NOT_FOUND')
}
