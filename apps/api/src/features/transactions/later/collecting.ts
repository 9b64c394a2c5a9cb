import type { Transaction } from '@shirogane/contract/resources/shapes'
import { collectDeferred, type CollectRequest } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { Answer, replayed } from '../../../http/operation.ts'
import { ledgerProblem } from '../../../http/problem.ts'
import { hashOfAct } from '../../../lib/acts.ts'
import { countAct } from '../sale/count-act.ts'
import { getMovements } from '../history/movements.ts'
import { orSayUnknown } from '../sale/or-say-unknown.ts'

export type Collecting = Omit<
  CollectRequest,
  'actor_id' | 'session_id' | 'route' | 'key' | 'request_hash' | 'transaction_id'
> & { idempotencyKey: string }

export const collectingRoute = 'user/later'

/** Posts a collection in one commit: the money, the debts, the points it earns, the announcement, the answer to the key. */
export async function collecting(
  ctx: Context,
  actor: Actor,
  { idempotencyKey: key, ...asked }: Collecting,
  perHour: number,
): Promise<Answer<Transaction>> {
  // A code is of this minute: the same act asked for again with a fresh one is still the same act.
  const { token_hash: _token, code_hash: _code, ...act } = asked
  const request_hash = hashOfAct(act)
  const transaction_id = uuidv7(ctx.now())
  const route = collectingRoute
  const uncount = await countAct(ctx, actor, { act: 'later', max: perHour, route, key })
  const request: CollectRequest = {
    ...asked,
    actor_id: actor.user_id,
    session_id: actor.session_id,
    route,
    key,
    request_hash,
    transaction_id,
  }
  const outcome = await orSayUnknown(ctx, 'a collection', () =>
    ctx.transact((tx) => collectDeferred(tx, request)),
  )
  if (outcome.code !== null) throw ledgerProblem(outcome)
  const { id } = outcome.transaction
  const { transaction } = (await getMovements(ctx, [id])).get(id)!
  if (outcome.replayed) {
    await uncount()
    return replayed(transaction)
  }
  ctx.wakeOutbox()
  return new Answer(transaction)
}
