import { findBank } from '@shirogane/bank/banks'
import { yuchoCode } from '@shirogane/bank/kana'
import { postPayoutRequest } from '@shirogane/ledger'
import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../context.ts'
import { Answer, type Input, type Output, replayed } from '../../http/operation.ts'
import { ledgerProblem, Problem } from '../../http/problem.ts'
import { requireStepUp } from '../auth/index.ts'
import { findPayoutMethod } from '../payout-methods/index.ts'
import { countMoves, getMovements } from './index.ts'
import { composeAsked, methodRefusal, methodProblem } from '../payouts/ask.ts'
import { isAffiliator } from '../payouts/store.ts'
import { notifyOfPayouts } from '../payouts/notify.ts'
import { termsNow } from '../payouts/terms.ts'

/** Rewards are put aside for a bank account. Who asks shows once more who they are, after everything else was found right. */
export async function request(
  ctx: Context,
  actor: Actor,
  { body, idempotencyKey, requestHash }: Input<'transactions.payout'>,
): Promise<Answer<Output<'transactions.payout'>>> {
  if (!(await isAffiliator(ctx.db, actor.user_id))) throw new Problem('NOT_AFFILIATOR')
  const terms = await termsNow(ctx.db)
  // The list of banks takes a while the first time: it is opened before anything is held.
  await findBank(ctx.config, yuchoCode)
  const counted = { act: 'payout', max: limits.payoutsPerHour, route: 'payout', key: idempotencyKey }
  const outcome = await countMoves(ctx, actor, counted, () =>
    ctx.transact(async (tx) => {
      const method = await findPayoutMethod(ctx, tx, actor.user_id, body.payout_method_id)
      if (!method && body.payout_method_id !== undefined) throw new Problem('NOT_FOUND')
      const refusal = await methodRefusal(ctx, tx, actor.user_id, method)
      const asked =
        method &&
        (await composeAsked(
          ctx,
          {
            user_id: actor.user_id,
            key: idempotencyKey,
            request_hash: Buffer.from(requestHash),
            amount: body.amount,
            automatic: false,
            fee: body.fee ?? terms.fee,
            withheld: body.withheld ?? null,
            terms,
          },
          method,
        ))
      if (!asked) throw methodProblem(refusal!)
      const first = await postPayoutRequest(tx, asked, false)
      if (first.code !== 'STEP_UP_REQUIRED') return first
      // What the ledger knows nothing of comes behind what it refuses, and before anybody is asked for a proof.
      if (refusal) throw methodProblem(refusal)
      await requireStepUp(ctx, tx, actor, 'payout')
      const done = await postPayoutRequest(tx, asked, true)
      if (done.payout !== null && !done.replayed) await notifyOfPayouts(ctx, tx, [done.payout], 'requested')
      return done
    }),
  )
  if (outcome.code !== null) throw ledgerProblem({ code: outcome.code, n: outcome.n })
  const { transaction } = (await getMovements(ctx, [outcome.payout!])).get(outcome.payout!)!
  if (outcome.replayed) return replayed(transaction)
  ctx.wakeOutbox()
  ctx.wakeMessenger()
  return new Answer(transaction)
}
