import { createHash } from 'node:crypto'
import type { Actor, Context } from '../../../../context.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { recordAct } from '../../../log/index.ts'
import { openFile } from '../../../payouts/batch-file.ts'
import { findBatch, findBatchFile } from '../../../payouts/batch-store.ts'
import { presentBatch } from '../../../payouts/present.ts'
import { recordResults } from '../../../payouts/record-results.ts'
import { listPayoutsOfBatch } from '../../../payouts/store.ts'
import { readResults } from '@shirogane/bank/zengin'

/** The bank's answer to a file: all of it, or nothing of it. */
export async function importResult(
  ctx: Context,
  actor: Actor,
  { params, file, requestId }: Input<'admin.importPayoutResult'>,
): Promise<Output<'admin.importPayoutResult'>> {
  const batch = await findBatchFile(ctx.db, params.id)
  if (!batch) throw new Problem('NOT_FOUND')
  const read = readResults(file.bytes, openFile(ctx, params.id, batch.encrypted_file).file)
  if ('refusal' in read) throw new Problem(read.refusal.code, { blanks: { n: read.refusal.n } })
  const known = new Map(
    (await listPayoutsOfBatch(ctx.db, params.id)).map(({ id, reference }) => [reference, id]),
  )
  await ctx.transact(async (tx) => {
    const recorded = await recordResults(ctx, tx, actor, params.id, {
      results: read.results.map(({ reference, outcome }) => ({ payout_id: known.get(reference)!, outcome })),
      sha256: createHash('sha256').update(file.bytes).digest(),
    })
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: 'payout.import',
      object: `payout_batch:${params.id}`,
      after: { results: read.results.length, settled: recorded },
    })
  })
  ctx.wakeOutbox()
  ctx.wakeMessenger()
  return presentBatch((await findBatch(ctx.db, params.id))!)
}
