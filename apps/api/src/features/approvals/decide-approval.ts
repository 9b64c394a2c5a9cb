import type { Approval } from '@shirogane/contract/resources/brand/approvals'
import { limits } from '@shirogane/contract/rules/limits'
import type { Context, EmployeeType } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { Problem } from '../../http/problem.ts'
import { recordAct } from '../log/index.ts'
import { areTwo } from './are-two.ts'
import { mayDecide } from './may-decide.ts'
import { statusOf } from './rules.ts'
import { notifyScreens } from './notify-screens.ts'
import { type ApprovalRow, findApprovalForUpdate, recordDecision } from './store.ts'

type Decision = {
  decider: { id: string; type: EmployeeType; store_id: string | null }
  status: 'approved' | 'declined'
  how: 'device' | 'pin' | 'password'
  note: string
  requestId: string
}

/** Why this person cannot decide this, now. Of two who decide at once, the second learns that it is done. */
export async function checkDecision(tx: Tx, row: ApprovalRow, decider: Decision['decider']): Promise<void> {
  if (row.requested_by.id === decider.id) throw new Problem('APPROVAL_SELF')
  if (!(await areTwo(tx, decider.id, row.requested_by.id))) throw new Problem('APPROVAL_LINKED')
  if (!(await mayDecide(tx, decider, row))) throw new Problem('APPROVAL_RIGHT')
  const status: Approval['status'] = statusOf(row)
  if (status === 'expired') throw new Problem('APPROVAL_EXPIRED')
  if (status !== 'waiting') throw new Problem('APPROVAL_DECIDED')
}

/** Writes the approval of the second person down, and on record in their name. */
export async function decideApproval(
  ctx: Context,
  tx: Tx,
  id: string,
  { decider, status, how, note, requestId }: Decision,
): Promise<void> {
  const row = await findApprovalForUpdate(tx, id)
  if (!row) throw new Problem('NOT_FOUND')
  await checkDecision(tx, row, decider)
  await recordDecision(tx, {
    id,
    status,
    decided_by: decider.id,
    how,
    note,
    use_seconds: limits.approvalUseSeconds,
  })
  await notifyScreens(ctx, tx, row)
  await recordAct(ctx, tx, {
    actor: { user_id: decider.id },
    requestId,
    action: `approval.${status}`,
    object: `approval:${id}`,
    store_id: row.store_id,
    before: { status: 'waiting' },
    after: { status, kind: row.kind, amount: row.amount, how, requested_by: row.requested_by.number },
    note,
  })
}
