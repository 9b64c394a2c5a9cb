import { writeOffDebt } from '@shirogane/ledger'
import type { Actor, Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { Answer, type Input, type Output, replayed } from '../../http/operation.ts'
import { ledgerProblem, Problem } from '../../http/problem.ts'
import { hashOfAct } from '../../lib/acts.ts'
import { recordAct } from '../log/index.ts'
import { directoryOf } from './sale/directory.ts'
import { presentDebt } from './later/present.ts'
import { findDebt, getToday } from './later/store.ts'

/** Gives up the rest of a debt that is not expected to be paid any more. */
export async function writeOff(
  ctx: Context,
  actor: Actor,
  { params, body, idempotencyKey, requestId }: Input<'transactions.writeOff'>,
): Promise<Answer<Output<'transactions.writeOff'>>> {
  const before = await findDebt(ctx.db, params.id)
  if (!before) throw new Problem('TXN_NOT_FOUND')
  const transaction_id = uuidv7(ctx.now())
  const outcome = await ctx.transact(async (tx) => {
    const posted = await writeOffDebt(tx, {
      transaction_id,
      sale_id: params.id,
      actor_id: actor.user_id,
      session_id: actor.session_id,
      key: idempotencyKey,
      request_hash: hashOfAct({ sale_id: params.id, reason: body.reason }),
      reason: body.reason,
    })
    if (posted.code !== null || posted.replayed) return posted
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
    return posted
  })
  if (outcome.code !== null) throw ledgerProblem({ code: outcome.code, n: outcome.n })
  const [debt, directory, today] = await Promise.all([
    findDebt(ctx.db, params.id),
    directoryOf(ctx),
    getToday(ctx.db),
  ])
  const answer = presentDebt(debt!, directory, today)
  if (outcome.replayed) return replayed(answer)
  ctx.wakeOutbox()
  return new Answer(answer)
}
