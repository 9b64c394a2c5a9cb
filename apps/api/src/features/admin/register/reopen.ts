import { reopenDay } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { Answer, type Input, type Output, replayed } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { recordChange } from '../index.ts'
import { directoryOf } from '../../transactions/index.ts'
import { presentClose } from '../../days/present.ts'
import { listClosesOfDay } from '../../days/store.ts'
import { getStore } from '../../days/whose.ts'

/**
 * Opens the last closed day again. Its close stays on record, with who opened it and why; a second call by the same
 * person a moment later counts as one whose answer was lost.
 */
export async function reopen(
  ctx: Context,
  actor: Actor,
  { body, requestId }: Input<'admin.reopenDay'>,
): Promise<Answer<Output<'admin.reopenDay'>>> {
  const store = await getStore(ctx, actor, body.store_id)
  const isRepeat = await ctx.transact(async (tx) => {
    const refusal = await reopenDay(tx, {
      transaction_id: uuidv7(ctx.now()),
      store_id: store.id,
      date: body.date,
      actor_id: actor.user_id,
      reason: body.reason,
    })
    if (refusal === 'DAY_IS_OPEN') {
      const [last] = await listClosesOfDay(tx, store.id, body.date)
      if (last?.reopened_by === actor.user_id && last.reopen_reason === body.reason) return true
    }
    if (refusal !== null) throw new Problem(refusal)
    await recordChange(ctx, tx, {
      actor,
      requestId,
      action: 'day.reopen',
      object: `day:${store.code}:${body.date}`,
      before: { status: 'closed' },
      after: { status: 'reopened', reason: body.reason },
    })
    return false
  })
  const [closes, { employees }] = await Promise.all([
    listClosesOfDay(ctx.db, store.id, body.date),
    directoryOf(ctx),
  ])
  const opened = presentClose(closes[0]!, employees)
  return isRepeat ? replayed(opened) : new Answer(opened)
}
