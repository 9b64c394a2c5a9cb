import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { listChanges } from '../admin/index.ts'
import { presentRecord } from './present.ts'
import { findSku } from './store.ts'

export async function showSku(
  ctx: Context,
  _actor: Actor,
  { params: { id } }: Input<'skus.show'>,
): Promise<Output<'skus.show'>> {
  const [row, changes] = await Promise.all([findSku(ctx.db, id), listChanges(ctx, `sku:${id}`)])
  if (!row) throw new Problem('SKU_NOT_FOUND')
  return { ...presentRecord(row), changes }
}
