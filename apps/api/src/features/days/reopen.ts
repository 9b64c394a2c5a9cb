import type { ErrorCode } from '@shirogane/contract/errors'
import { uuidv7 } from '../../db/uuid.ts'
import type { Operation } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { recordChange } from '../admin/index.ts'
import { directoryOf } from '../transactions/index.ts'
import { presentClose } from './present.ts'
import { listClosesOfDay, reopenDay } from './store.ts'
import { getStore } from './whose.ts'

/** Opens the last closed day again. Its close stays on record, with who opened it and why. */
export const reopen: Operation<'admin.reopenDay'> = async (ctx, actor, { body, requestId }) => {
  const store = await getStore(ctx, actor, body.store_id)
  await ctx.transact(async (tx) => {
    const refusal = await reopenDay(tx, {
      movement: uuidv7(ctx.now()),
      store_id: store.id,
      date: body.date,
      actor_id: actor.user_id,
      reason: body.reason,
    })
    if (refusal !== null) throw new Problem(refusal as ErrorCode)
    await recordChange(ctx, tx, {
      actor,
      requestId,
      action: 'day.reopen',
      object: `day:${store.code}:${body.date}`,
      before: { status: 'closed' },
      after: { status: 'reopened', reason: body.reason },
    })
  })
  const [closes, { employees }] = await Promise.all([
    listClosesOfDay(ctx.db, store.id, body.date),
    directoryOf(ctx),
  ])
  return presentClose(closes[0]!, employees)
}
