import type { StockAct as StockActAnswer } from '@shirogane/contract/resources/brand/inventory'
import { moveStock, type StockAct } from '@shirogane/ledger'
import type { Actor, Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { Answer, replayed } from '../../http/operation.ts'
import { ledgerProblem } from '../../http/problem.ts'
import { requireApproval } from '../approvals/index.ts'
import { listActMovements } from './store.ts'

export type Acting = Pick<StockAct, 'kind' | 'store_id'> &
  Partial<
    Pick<
      StockAct,
      'to_store_id' | 'related_id' | 'count_id' | 'supplier' | 'slip_number' | 'reason' | 'note' | 'lines'
    >
  >
type Asked = { idempotencyKey: string; requestHash: Uint8Array }

/** Posts an act on stock in one commit, once for its key, and answers what it moved. */
export async function postAct(
  ctx: Context,
  actor: Actor,
  { idempotencyKey, requestHash }: Asked,
  act: Acting,
  approval_id?: string,
): Promise<Answer<StockActAnswer>> {
  const asked: StockAct = {
    ...act,
    actor_id: actor.user_id,
    session_id: actor.session_id,
    route: 'inventory',
    key: idempotencyKey,
    request_hash: Buffer.from(requestHash),
    id: uuidv7(ctx.now()),
  }
  const outcome = await ctx.transact(async (tx) => {
    const first = await moveStock(tx, asked)
    if (first.code !== 'APPROVAL_REQUIRED' || first.replayed) return first
    const approved_by = await requireApproval(
      ctx,
      tx,
      actor,
      { kind: 'stock_adjust', store_id: act.store_id!, amount: first.n, subject: subjectOf(act) },
      approval_id,
    )
    const second = await moveStock(tx, { ...asked, approved_by })
    // An act that is refused uses no approval up.
    if (second.code !== null) throw ledgerProblem({ code: second.code, n: second.n })
    return second
  })
  if (outcome.code !== null) throw ledgerProblem({ code: outcome.code, n: outcome.n })
  const answer = { id: outcome.document_id, movements: await listActMovements(ctx.db, outcome.document_id) }
  return outcome.replayed ? replayed(answer) : new Answer(answer)
}

/** What a second person is shown and agrees to: the act on its article, and nothing besides it. */
function subjectOf({ kind, lines }: Acting): Record<string, string | number> {
  const { sku_id, quantity } = lines![0]!
  return { act: kind, sku_id, quantity }
}
