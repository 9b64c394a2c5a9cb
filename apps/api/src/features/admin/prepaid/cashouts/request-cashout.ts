import { requestCashout } from '@shirogane/ledger'
import type { Actor, Context } from '../../../../context.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { ledgerProblem } from '../../../../http/problem.ts'
import { recordAct } from '../../../log/index.ts'
import { notifyHeadOffice } from '../../../notifications/index.ts'
import { presentCashout } from '../../../cashouts/present.ts'
import { getCashout } from '../../../cashouts/store.ts'

/** Asks for balance to be paid back: an owner has to agree before anything moves. */
export async function request(
  ctx: Context,
  actor: Actor,
  { body, requestId }: Input<'admin.requestCashout'>,
): Promise<Output<'admin.requestCashout'>> {
  await ctx.transact(async (tx) => {
    const { code, n, replayed } = await requestCashout(tx, {
      ...body,
      actor_id: actor.user_id,
      session_id: actor.session_id,
    })
    if (code !== null) throw ledgerProblem({ code, n })
    if (replayed) return
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: 'money.cashout_request',
      object: `cashout:${body.id}`,
      subject_id: body.user_id,
      after: { amount: body.amount, reason: body.reason, how: body.way },
      note: body.note,
    })
    await notifyHeadOffice(
      ctx,
      tx,
      [
        {
          key: `cashout:${body.id}`,
          kind: 'cashout_asked',
          facts: { amount: body.amount, by: actor.employee?.name ?? '' },
          topic: 'security',
          path: '/admin?tab=cashouts',
        },
      ],
      { right: 'cashout.approve', besides: actor.user_id },
    )
  })
  ctx.wakePusher()
  return presentCashout(await getCashout(ctx.db, actor.user_id, body.id), actor)
}
