import { createHash } from 'node:crypto'
import type { Transaction } from '@shirogane/contract/resources'
import { collectDeferred, type CollectRequest } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { Answer, replayed } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { getMovements } from '../movements.ts'
import { orSayUnknown } from '../or-say-unknown.ts'
import { isKnownKey } from '../store.ts'

export type Collecting = Omit<
  CollectRequest,
  'actor_id' | 'session_id' | 'route' | 'key' | 'request_hash' | 'transaction_id'
> & { idempotencyKey: string | null }

/** Posts a collection in one commit: the money, the debts, the points it earns, the announcement, the answer to the key. */
export async function collecting(
  ctx: Context,
  actor: Actor,
  { idempotencyKey, ...asked }: Collecting,
  perHour: number,
): Promise<Answer<Transaction>> {
  // A code is of this minute: the same act asked for again with a fresh one is still the same act.
  const { token_hash: _token, code_hash: _code, ...act } = asked
  const request_hash = createHash('sha256').update(JSON.stringify(act)).digest()
  const transaction_id = uuidv7(ctx.now())
  // A part of a debt may well be paid twice in a row, so without a key each request stands for itself.
  const key = idempotencyKey ?? `auto:${transaction_id}`
  const rule = { bucket: `later:${actor.user_id}`, max: perHour, windowSeconds: 3_600 }
  // Whoever asks again what came of an act is answered, however many acts there were.
  if ((await ctx.limits.overflow(rule)) && !(await isKnownKey(ctx.db, actor.user_id, 'user/later', key))) {
    throw new Problem('RATE_LIMITED', { reason: rule.bucket, retryAfterSeconds: 600 })
  }
  const request: CollectRequest = {
    ...asked,
    actor_id: actor.user_id,
    session_id: actor.session_id,
    route: 'user/later',
    key,
    request_hash,
    transaction_id,
  }
  const outcome = await orSayUnknown(ctx, 'a collection', () =>
    ctx.transact((tx) => collectDeferred(tx, request)),
  )
  if (outcome.code !== null) {
    throw new Problem(outcome.code, outcome.n === null ? {} : { blanks: { n: outcome.n } })
  }
  const { id } = outcome.transaction
  const { transaction } = (await getMovements(ctx, [id])).get(id)!
  if (outcome.replayed) {
    await ctx.limits.giveBack(rule)
    return replayed(transaction)
  }
  ctx.nudgeOutbox()
  return new Answer(transaction)
}
