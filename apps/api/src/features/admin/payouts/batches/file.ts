import type { Actor, Context } from '../../../../context.ts'
import { Answer, type Input, type Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { isFrozen } from '../../../books/index.ts'
import { recordAct } from '../../../log/index.ts'
import { openFile } from '../../../payouts/batch-file.ts'
import { findBatchFile } from '../../../payouts/batch-store.ts'

/**
 * The file as it was made, as often as it is asked for: never one byte otherwise, and each time on record. While payouts
 * stand still, none that still waits for the bank's answer.
 */
export async function file(
  ctx: Context,
  actor: Actor,
  { params, requestId }: Input<'admin.payoutFile'>,
): Promise<Answer<Output<'admin.payoutFile'>>> {
  const batch = await findBatchFile(ctx.db, params.id)
  if (!batch) throw new Problem('NOT_FOUND')
  // What the bank has answered is history; what it may not have yet is not brought there.
  if (batch.open > 0 && (await isFrozen(ctx.db))) throw new Problem('PAYOUT_FROZEN')
  await recordAct(ctx, ctx.db, {
    actor,
    requestId,
    action: 'payout.file',
    object: `payout_batch:${params.id}`,
  })
  const { bytes } = openFile(ctx, params.id, batch.encrypted_file)
  return new Answer(bytes as Output<'admin.payoutFile'>, {
    headers: { 'Content-Disposition': `attachment; filename="furikomi_${batch.number}.txt"` },
  })
}
