import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { ledgerProblem, Problem } from '../../../http/problem.ts'
import { recordAct } from '../../log/index.ts'
import { directoryOf } from '../directory.ts'
import { presentDebt } from './present.ts'
import { findDebt, getToday, writeOffDebt } from './store.ts'

/** Gives up what is left of a debt that nobody expects any more. */
export async function writeOff(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'transactions.writeOff'>,
): Promise<Output<'transactions.writeOff'>> {
  const before = await findDebt(ctx.db, params.id)
  if (!before) throw new Problem('TXN_NOT_FOUND')
  await ctx.transact(async (tx) => {
    const { code, n } = await writeOffDebt(tx, {
      transaction_id: uuidv7(ctx.now()),
      sale_id: params.id,
      actor_id: actor.user_id,
      session_id: actor.session_id,
      reason: body.reason,
    })
    if (code !== null) throw ledgerProblem({ code, n })
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: 'later.written_off',
      object: `transaction:${params.id}`,
      subject_id: before.customer_id,
      store_id: before.store_id,
      before: { remaining: before.outstanding },
      after: { remaining: 0 },
      note: body.reason,
    })
  })
  ctx.nudgeOutbox()
  const [debt, directory, today] = await Promise.all([
    findDebt(ctx.db, params.id),
    directoryOf(ctx),
    getToday(ctx.db),
  ])
  return presentDebt(debt!, directory, today)
}
