import { reverseBuyback } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import type { Answer, Input, Output } from '../../../http/operation.ts'
import { replayed } from '../../../http/operation.ts'
import { ledgerProblem } from '../../../http/problem.ts'
import { areTwo, requireApprovalOnce } from '../../approvals/index.ts'
import { recordAct } from '../../log/index.ts'
import { requireDevice } from '../../transactions/index.ts'
import { getBuyback, getDetails } from '../../buybacks/get.ts'
import { isReversedBy } from '../../buybacks/store.ts'

/**
 * Takes a purchase of the open day back. Its buyer needs the approval of a second person; another caller is that
 * person.
 */
export async function reverse(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.reverseBuyback'>,
): Promise<Output<'admin.reverseBuyback'> | Answer<Output<'admin.reverseBuyback'>>> {
  const row = await getBuyback(ctx, actor, params.id)
  const { transaction_id, amount, reason, approval_id } = body
  if (!(await isReversedBy(ctx.db, row.id, transaction_id))) await requireDevice(ctx, actor)
  const outcome = await ctx.transact(async (tx) => {
    const act = {
      kind: 'buyback',
      store_id: row.store_id,
      amount: row.amount,
      subject: { buyback_id: row.id, number: row.number },
    } as const
    // Without an approval the ledger says what stands in the way first: a day that is over is no matter of approval.
    const approved_by =
      approval_id !== undefined && !(await areTwo(tx, row.employee_id, actor.user_id))
        ? await requireApprovalOnce(ctx, tx, actor, act, approval_id, () =>
            isReversedBy(tx, row.id, transaction_id),
          )
        : null
    const done = await reverseBuyback(tx, {
      id: transaction_id,
      buyback_id: row.id,
      actor_id: actor.user_id,
      approved_by,
      amount,
      reason,
    })
    // Thrown here, so that the approval of the second person stays unused.
    if (done.code !== null) throw ledgerProblem({ code: done.code, n: done.n })
    if (!done.replayed)
      await recordAct(ctx, tx, {
        actor,
        requestId,
        action: 'buyback.reverse',
        object: `buyback:${row.id}`,
        store_id: row.store_id,
        after: { number: row.number, amount: row.amount, paid_by: row.paid_by, transaction_id },
        note: reason,
      })
    return done
  })
  const details = await getDetails(ctx, actor, row.id)
  if (outcome.replayed) return replayed(details)
  ctx.wakeOutbox()
  return details
}
