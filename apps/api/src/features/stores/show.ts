import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { getStore } from './get-store.ts'

export async function show(
  ctx: Context,
  actor: Actor,
  { params }: Input<'admin.showStore'>,
): Promise<Output<'admin.showStore'>> {
  const own = actor.employee?.store_id ?? null
  if (own !== null && params.id !== own) throw new Problem('NOT_FOUND')
  return getStore(ctx, params.id)
}
