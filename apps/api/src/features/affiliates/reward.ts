import { limits } from '@shirogane/contract/rules/limits'
import { claimRewards } from '@shirogane/ledger'
import type { Actor, Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { Answer, type Input, type Output, replayed } from '../../http/operation.ts'
import { ledgerProblem, Problem } from '../../http/problem.ts'
import { coolingProblem, coolingUntil, requireStepUp } from '../auth/index.ts'
import { countMoves, getMovements } from '../transactions/index.ts'
import { kycProblem } from '../rewards/rules.ts'
import { findInvited, findKycStatus, isAffiliator } from '../rewards/store.ts'

/**
 * Confirmed rewards become paid balance, or can be paid out from then on: those of one invited member, or with one's
 * own id all of them. The caller has just proved who they are, and their identity documents were checked.
 */
export async function claim(
  ctx: Context,
  actor: Actor,
  { params, body, idempotencyKey, requestHash }: Input<'rewards.claim'>,
): Promise<Answer<Output<'rewards.claim'>>> {
  const isAll = params.id === actor.user_id
  const invited = isAll ? null : await findInvited(ctx.db, actor.user_id, params.id)
  if (!isAll && invited === null) throw new Problem('NOT_FOUND')
  if (!(await isAffiliator(ctx.db, actor.user_id))) throw new Problem('NOT_AFFILIATOR')
  const problem = kycProblem(await findKycStatus(ctx.db, actor.user_id))
  if (problem !== null) throw new Problem(problem)

  const counted = {
    act: 'reward',
    max: limits.rewardClaimsPerDay,
    windowSeconds: 86_400,
    route: 'reward',
    key: idempotencyKey,
  }
  const outcome = await countMoves(ctx, actor, counted, () =>
    ctx.transact(async (tx) => {
      const claimed = await claimRewards(tx, {
        actor_id: actor.user_id,
        transaction_id: uuidv7(ctx.now()),
        route: 'reward',
        key: idempotencyKey,
        request_hash: Buffer.from(requestHash),
        affiliate_id: invited,
        method: body.method,
      })
      // What was answered before, and what is refused anyway, needs no proof.
      if (claimed.replayed || claimed.code !== null) return claimed
      // Balance is as good as money to a thief who took the account over: it buys articles over any counter.
      const until = await coolingUntil(ctx, tx, actor.user_id)
      if (until) throw coolingProblem(until)
      await requireStepUp(ctx, tx, actor, 'reward')
      return claimed
    }),
  )
  if (outcome.code !== null) throw ledgerProblem({ code: outcome.code, n: outcome.n })

  const { transaction } = (await getMovements(ctx, [outcome.transaction])).get(outcome.transaction)!
  if (outcome.replayed) return replayed(transaction)
  ctx.wakeOutbox()
  return new Answer(transaction)
}
