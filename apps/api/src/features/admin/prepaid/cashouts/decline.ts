import { declineCashout } from '@shirogane/ledger'
import type { Actor, Context } from '../../../../context.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { recordAct } from '../../../log/index.ts'
import { presentCashout } from '../../../cashouts/present.ts'
import { getCashout } from '../../../cashouts/store.ts'

/** The person who asked takes it back, and another owner refuses it. Nothing has moved. */
export async function decline(
  ctx: Context,
  actor: Actor,
  { params: { id }, requestId }: Input<'admin.declineCashout'>,
): Promise<Output<'admin.declineCashout'>> {
  return ctx.transact(async (tx) => {
    const code = await declineCashout(tx, { id, actor_id: actor.user_id, session_id: actor.session_id })
    if (code !== null) throw new Problem(code)
    const row = await getCashout(tx, actor.user_id, id)
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: `money.cashout_${row.status}`,
      object: `cashout:${id}`,
      subject_id: row.user_id,
      before: { status: 'requested' },
      after: { status: row.status },
    })
    return presentCashout(row, actor)
  })
}
