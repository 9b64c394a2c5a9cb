import type { Actor, Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { Problem } from '../../http/problem.ts'
import { requireApprovalOnce } from '../approvals/index.ts'
import { findTransaction, isKnownKey } from './store.ts'

/** Uses up the approval of a second person for exactly this; a repeat is answered as it was. */
export async function approvedBy(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { id, approval_id, key }: { id: string; approval_id: string | null; key: string },
): Promise<string | null> {
  if (approval_id === null) return null
  const row = await findTransaction(tx, id)
  if (!row?.store_id) throw new Problem('TXN_NOT_FOUND')
  const subject = { transaction_id: id, number: row.number }
  const act = { kind: 'void', store_id: row.store_id, amount: null, subject } as const
  return requireApprovalOnce(ctx, tx, actor, act, approval_id, () =>
    isKnownKey(tx, actor.user_id, 'void', key),
  )
}
