import type { Actor, Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { findOwn, type OwnRow } from './store.ts'

/** The caller's own record: a caller who has none is told how to get one, and learns nothing else. */
export async function getOwn(ctx: Context, actor: Actor): Promise<OwnRow> {
  const own = await findOwn(ctx.db, actor.user_id)
  if (!own) throw new Problem('NOT_AFFILIATOR')
  return own
}
