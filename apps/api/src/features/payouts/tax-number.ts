import type { Actor, Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { isAffiliator } from './store.ts'

export async function checkAffiliator(ctx: Context, actor: Actor): Promise<void> {
  if (!(await isAffiliator(ctx.db, actor.user_id))) throw new Problem('NOT_AFFILIATOR')
}
