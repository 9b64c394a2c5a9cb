import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { nameSearch } from '../search/saved-searches-store.ts'
import { presentOwn } from '../search/saved-searches.ts'

export async function renameSearch(
  ctx: Context,
  actor: Actor,
  { params, body }: Input<'transactions.renameSearch'>,
): Promise<Output<'transactions.renameSearch'>> {
  if (!(await nameSearch(ctx.db, actor.user_id, params.id, body.name))) throw new Problem('NOT_FOUND')
  return presentOwn(ctx.db, actor.user_id)
}
