import type { Actor, Context } from '../../../context.ts'
import type { Output } from '../../../http/operation.ts'
import { listStores } from '../../stores/store.ts'

export async function showStores(ctx: Context, actor: Actor): Promise<Output<'admin.stores'>> {
  return { items: await listStores(ctx.db, actor.employee?.store_id ?? null) }
}
