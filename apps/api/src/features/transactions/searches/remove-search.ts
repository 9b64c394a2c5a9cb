import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { deleteSearch } from '../search/saved-searches-store.ts'

export async function removeSearch(
  ctx: Context,
  actor: Actor,
  { params }: Input<'transactions.removeSearch'>,
): Promise<Output<'transactions.removeSearch'>> {
  if (!(await deleteSearch(ctx.db, actor.user_id, params.id))) throw new Problem('NOT_FOUND')
}
