import { limits } from '@shirogane/contract/limits'
import type { SavedSearch } from '@shirogane/contract/saved-searches'
import type { Db } from '../../db/sql.ts'
import type { Operation } from '../../http/operation.ts'
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

export const savedSearches: Operation<'transactions.savedSearches'> = (ctx, actor) =>
  presentOwn(ctx.db, actor.user_id)

/** Keeps a search for whoever is signed in. One that is kept already comes first again, under its own name. */
export const saveSearch: Operation<'transactions.saveSearch'> = async (ctx, actor, { body }) => {
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

export const renameSearch: Operation<'transactions.renameSearch'> = async (ctx, actor, { params, body }) => {
  if (!(await nameSearch(ctx.db, actor.user_id, params.id, body.name))) throw new Problem('NOT_FOUND')
  return presentOwn(ctx.db, actor.user_id)
}

export const removeSearch: Operation<'transactions.removeSearch'> = async (ctx, actor, { params }) => {
  if (!(await deleteSearch(ctx.db, actor.user_id, params.id))) throw new Problem('NOT_FOUND')
}
