import { moveCash } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { Answer, type Input, type Output, replayed } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { directoryOf, requireDevice } from '../../transactions/index.ts'
import { presentMove } from '../../days/present.ts'
import { getMove } from '../../days/store.ts'
import { getStore } from '../../days/whose.ts'

/** Cash is put in or taken out, with a reason, once for a key. */
export async function cash(
  ctx: Context,
  actor: Actor,
  { body, idempotencyKey, requestHash }: Input<'admin.moveCash'>,
): Promise<Answer<Output<'admin.moveCash'>>> {
  const store = await getStore(ctx, actor, body.store_id)
  const { registers, employees } = await directoryOf(ctx)
  if (body.register_id !== undefined) {
    const register = registers.get(body.register_id)
    if (register?.store_id !== store.id)
      throw new Problem('NOT_FOUND', { reason: 'register of another store' })
    if (register.closed) throw new Problem('REGISTER_OUT_OF_USE')
  }
  await requireDevice(ctx, actor, { route: 'cash', key: idempotencyKey })
  const transaction_id = uuidv7(ctx.now())
  const outcome = await ctx.transact((tx) =>
    moveCash(tx, {
      actor_id: actor.user_id,
      key: idempotencyKey,
      request_hash: Buffer.from(requestHash),
      transaction_id,
      store_id: store.id,
      register_id: body.register_id ?? null,
      act: body.act,
      amount: body.amount,
      reason: body.reason,
      note: body.note || null,
    }),
  )
  if (outcome.code !== null) throw new Problem(outcome.code)
  const move = presentMove(await getMove(ctx.db, outcome.transaction), employees)
  return outcome.replayed ? replayed(move) : new Answer(move)
}
