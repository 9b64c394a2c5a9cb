import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { getStore } from '../../stores/get-store.ts'
import { isOwnStore } from '../../stores/rules.ts'

export async function showStore(
  ctx: Context,
  actor: Actor,
  { params }: Input<'admin.showStore'>,
): Promise<Output<'admin.showStore'>> {
  if (!isOwnStore(actor, params.id)) throw new Problem('NOT_FOUND')
  return getStore(ctx, params.id, actor.employee?.device?.id)
}
