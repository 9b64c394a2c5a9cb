import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { findOwnCustomerId } from '../../kyc/index.ts'
import { recordAct } from '../../log/index.ts'
import { presentRow } from '../../payouts/present.ts'
import { listPayoutsByIds } from '../../payouts/office-store.ts'

export async function showPayout(
  ctx: Context,
  actor: Actor,
  { params, requestId }: Input<'admin.payout'>,
): Promise<Output<'admin.payout'>> {
  const [[row], own] = await Promise.all([
    listPayoutsByIds(ctx.db, [params.id]),
    findOwnCustomerId(ctx.db, actor.user_id),
  ])
  if (!row) throw new Problem('NOT_FOUND')
  await recordAct(ctx, ctx.db, {
    actor,
    requestId,
    action: 'payout.show',
    object: `payout:${row.id}`,
    subject_id: row.user_id,
  })
  return { ...presentRow(row, own), kyc_name_kana: row.kyc_name_kana }
}
