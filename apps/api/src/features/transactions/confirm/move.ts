import { limits } from '@shirogane/contract/rules/limits'
import { followMove } from '@shirogane/domain/questions/follow-question'
import { askMove, dropMove, type RegisterGrantOutcome, type RegisterGrantRequest } from '@shirogane/ledger'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { Problem } from '../../../http/problem.ts'
import { orSayUnknown } from '../sale/or-say-unknown.ts'
import { isKnownKey } from '../store.ts'
import { notifyCustomer } from './confirm-first.ts'
import { type AskedMove, findAskedMove } from './store.ts'

/** The outcome of a try, thrown so that nothing of it stays. */
class Tried extends Error {
  readonly outcome: RegisterGrantOutcome

  constructor(outcome: RegisterGrantOutcome) {
    super('tried')
    this.outcome = outcome
  }
}

/**
 * Points leave a member for another one by the giver's yes on their phone, for any amount. The register sends the same
 * request until it is answered: the first time it asks, then it learns what was said, and after a yes the points move.
 * Answers the movement that the giver is being asked about, or null where no answer need be waited for.
 */
export async function moveAfterYes(
  ctx: Context,
  request: RegisterGrantRequest,
  asked: AskedMove | null,
  post: (tx: Tx) => Promise<RegisterGrantOutcome>,
): Promise<{ waits: string } | null> {
  // Answered before: the ledger says what came of it.
  if (await isKnownKey(ctx.db, request.actor_id, request.route, request.key)) return null
  const next = followMove(
    asked && {
      state: asked.state,
      is_same: asked.digest.equals(request.request_hash),
      is_closed: asked.closed,
    },
  )
  if (next.is === 'refused') throw new Problem(next.code)
  if (next.is === 'go') return null
  if (next.is === 'wait') return { waits: asked!.checkout_id }
  if (next.is === 'drop') {
    // The giver did not answer in time: their code is free again.
    await ctx.transact((tx) => dropMove(tx, asked!.checkout_id))
    throw new Problem('MOVE_NOT_AGREED')
  }

  // Tried whole and undone, so that a refusal comes now and not after the giver has agreed.
  const tried = await orSayUnknown(ctx, 'trying a move of points', () =>
    ctx
      .transact(async (tx) => {
        throw new Tried(await post(tx))
      })
      .catch((error: unknown) => {
        if (error instanceof Tried) return error.outcome
        throw error
      }),
  )
  if (tried.code !== null) throw new Problem(tried.code)
  if (tried.replayed) return null

  await ctx.limits.spend({
    bucket: `confirm:${request.giver_id}`,
    max: limits.confirmationsPerHour,
    windowSeconds: 3_600,
  })
  const id = uuidv7(ctx.now())
  const outcome = await ctx.transact(async (tx) => {
    const answer = await askMove(tx, request, {
      id,
      digest: request.request_hash,
      answerSeconds: limits.confirmSeconds,
      useSeconds: limits.confirmUseSeconds,
    })
    if (answer.fresh) await notifyCustomer(ctx, tx, id)
    return answer
  })
  if (outcome.code !== null) throw new Problem(outcome.code)
  ctx.wakeLive()
  ctx.wakePusher()
  const now = await findAskedMove(ctx.db, request.actor_id, request.key)
  return { waits: now!.checkout_id }
}
