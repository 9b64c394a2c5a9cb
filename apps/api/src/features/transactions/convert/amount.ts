import { postConversion } from '@shirogane/ledger'
import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { Answer, type Input, type Output, replayed } from '../../../http/operation.ts'
import { ledgerProblem } from '../../../http/problem.ts'
import { requireStepUp } from '../../auth/index.ts'
import { countMoves } from '../sale/count-act.ts'
import { getMovements } from '../history/movements.ts'

/** Points become given balance, for good. Much of it in a day asks first who is there. */
export async function convert(
  ctx: Context,
  actor: Actor,
  { body, idempotencyKey, requestHash }: Input<'transactions.convert'>,
): Promise<Answer<Output<'transactions.convert'>>> {
  const asked = {
    transaction_id: uuidv7(ctx.now()),
    customer_id: actor.user_id,
    points: body.amount,
    key: idempotencyKey,
    request_hash: Buffer.from(requestHash),
  }
  const counted = {
    act: 'convert',
    max: limits.convertsPerDay,
    windowSeconds: 86_400,
    route: 'convert',
    key: idempotencyKey,
  }
  const outcome = await countMoves(ctx, actor, counted, () =>
    ctx.transact(async (tx) => {
      const first = await postConversion(tx, { ...asked, is_proven: false })
      if (first.code !== 'STEP_UP_REQUIRED') return first
      await requireStepUp(ctx, tx, actor, 'convert')
      return postConversion(tx, { ...asked, is_proven: true })
    }),
  )
  if (outcome.code !== null) throw ledgerProblem({ code: outcome.code, n: outcome.n })

  const { transaction } = (await getMovements(ctx, [outcome.transaction!])).get(outcome.transaction!)!
  if (outcome.replayed) return replayed(transaction)
  ctx.wakeOutbox()
  return new Answer(transaction)
}
