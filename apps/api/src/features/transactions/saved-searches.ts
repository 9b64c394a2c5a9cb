import { limits } from '@shirogane/contract/limits'
import type { SavedSearch } from '@shirogane/contract/saved-searches'
import type { Db, Row, Tx } from '../../db/sql.ts'
import type { Operation } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'

type SavedRow = Row & { id: string; name: string; filter: SavedSearch['filter']; found: number }

function listOwn(db: Db, employeeId: string): Promise<SavedRow[]> {
  return db.rows<SavedRow>(
    'select id, name, filter, found from saved_searches where employee_id = $1 order by created_at desc, id desc',
    [employeeId],
    'saved-searches',
  )
}

async function presentOwn(db: Db, employeeId: string): Promise<{ items: SavedSearch[] }> {
  const rows = await listOwn(db, employeeId)
  return { items: rows.map(({ id, name, filter, found }) => ({ id, name, filter, count: found })) }
}

/** One person's searches change one after another: two registers at a time would keep one too many. */
async function lockOwn(tx: Tx, employeeId: string): Promise<void> {
  await tx.rows(`select pg_advisory_xact_lock(hashtextextended($1, 222))`, [employeeId])
}

export const savedSearches: Operation<'transactions.savedSearches'> = (ctx, actor) =>
  presentOwn(ctx.db, actor.user_id)

/** Keeps a search for whoever is signed in. One that is kept already comes first again, under its own name. */
export const saveSearch: Operation<'transactions.saveSearch'> = async (ctx, actor, { body }) => {
  const { id, name, filter, count } = body
  await ctx.transact(async (tx) => {
    await lockOwn(tx, actor.user_id)
    const own = await listOwn(tx, actor.user_id)
    const touched = await tx.run(
      `update saved_searches set found = $3, created_at = $4, name = coalesce(nullif($5, ''), name)
       where employee_id = $1 and filter = $2::jsonb`,
      [actor.user_id, JSON.stringify(filter), count, ctx.now(), name],
    )
    if (touched > 0) return
    if (own.length >= limits.savedSearchesMax)
      throw new Problem('SAVED_SEARCH_LIMIT', { blanks: { n: limits.savedSearchesMax } })
    const made = await tx.run(
      `insert into saved_searches (id, employee_id, name, filter, found, created_at) values ($1, $2, $3, $4, $5, $6)
       on conflict (id) do nothing`,
      [id, actor.user_id, name, JSON.stringify(filter), count, ctx.now()],
    )
    if (made === 0) throw new Problem('CONFLICT')
  })
  return presentOwn(ctx.db, actor.user_id)
}

export const renameSearch: Operation<'transactions.renameSearch'> = async (ctx, actor, { params, body }) => {
  const touched = await ctx.db.run(
    'update saved_searches set name = $3 where id = $1 and employee_id = $2',
    [params.id, actor.user_id, body.name],
    'rename-search',
  )
  if (touched === 0) throw new Problem('NOT_FOUND')
  return presentOwn(ctx.db, actor.user_id)
}

export const removeSearch: Operation<'transactions.removeSearch'> = async (ctx, actor, { params }) => {
  const touched = await ctx.db.run(
    'delete from saved_searches where id = $1 and employee_id = $2',
    [params.id, actor.user_id],
    'remove-search',
  )
  if (touched === 0) throw new Problem('NOT_FOUND')
}
