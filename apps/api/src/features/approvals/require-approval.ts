import type { ApprovalKind } from '@shirogane/contract/wire/permissions'
import type { Actor, Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { Problem } from '../../http/problem.ts'
import { spendApproval } from './store.ts'

export type ApprovedAct = {
  kind: ApprovalKind
  store_id: string
  /** Yen, points or pieces; null where the act has none. The approval must have been given for exactly this. */
  amount: number | null
  subject: Readonly<Record<string, unknown>>
}

/**
 * Asks that a second person has agreed to this very act, and uses their approval up. Call it inside the transaction of the
 * act, where nothing has been answered for its idempotency key yet: what is refused for another reason leaves the
 * approval as it was, and a repeat of an act that was done needs none. Answers who it was.
 */
export async function requireApproval(
  _ctx: Context,
  tx: Tx,
  actor: Actor,
  act: ApprovedAct,
  approval_id?: string | null,
): Promise<string> {
  if (!approval_id) throw new Problem('APPROVAL_REQUIRED', { reason: act.kind })
  const decider = await spendApproval(tx, { ...act, id: approval_id, actor_id: actor.user_id })
  if (decider === null) throw new Problem('APPROVAL_REQUIRED', { reason: `${act.kind}: none that fits` })
  return decider
}

/**
 * The same for an act with a key: null for a repeat, which is answered as it was. Two equal calls at once wait for each
 * other here; the second one finds the approval used up, and by then knows that it was by the first.
 */
export async function requireApprovalOnce(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  act: ApprovedAct,
  approval_id: string,
  isRepeat: () => Promise<boolean>,
): Promise<string | null> {
  if (await isRepeat()) return null
  try {
    return await requireApproval(ctx, tx, actor, act, approval_id)
  } catch (error) {
    if (error instanceof Problem && error.code === 'APPROVAL_REQUIRED' && (await isRepeat())) return null
    throw error
  }
}
