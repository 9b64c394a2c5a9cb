import type { Actor, Context } from '../../../../context.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { pageOf } from '../../../../http/pages/page.ts'
import { countBatches, listBatches } from '../../../payouts/batch-store.ts'
import { presentBatch } from '../../../payouts/present.ts'

export async function batches(
  ctx: Context,
  _: Actor,
  { query: { page, limit } }: Input<'admin.payoutBatches'>,
): Promise<Output<'admin.payoutBatches'>> {
  const [rows, counted] = await Promise.all([
    listBatches(ctx.db, (page - 1) * limit, limit + 1),
    countBatches(ctx.db),
  ])
  return pageOf(rows.map(presentBatch), { page, limit, counted })
}
