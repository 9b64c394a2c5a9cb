import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { recordAct } from '../../log/index.ts'
import { getRow } from '../../payouts/get-row.ts'
import { recordResults } from '../../payouts/record-results.ts'

/** One transfer, as accounting read it in the bank's statement. */
export async function recordPayoutResult(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.settlePayout'>,
): Promise<Output<'admin.settlePayout'>> {
  const row = await getRow(ctx, actor, params.id)
  if (row.batch === null) throw new Problem('PAYOUT_STATE')
  const batchId = row.batch.id
  await ctx.transact(async (tx) => {
    const results = [{ payout_id: params.id, outcome: body.outcome }]
    if ((await recordResults(ctx, tx, actor, batchId, { results, sha256: null })) > 0) {
      await recordAct(ctx, tx, {
        actor,
        requestId,
        action: 'payout.settle',
        object: `payout:${params.id}`,
        after: { outcome: body.outcome },
      })
    }
  })
  ctx.wakeOutbox()
  ctx.wakeMessenger()
  return getRow(ctx, actor, params.id)
}
