import type { Approval } from '@shirogane/contract/resources/brand/approvals'
import type { Actor } from '../../context.ts'
import type { Db } from '../../db/sql.ts'
import { areTwo } from './are-two.ts'
import { mayDecide } from './may-decide.ts'
import { deciderOf, statusOf } from './rules.ts'
import type { ApprovalRow } from './store.ts'

export async function presentApproval(db: Db, row: ApprovalRow, reader: Actor): Promise<Approval> {
  const status = statusOf(row)
  const decider = deciderOf(reader)
  const isWaiting = status === 'waiting' && decider !== null
  const may_decide = isWaiting && (await mayDecide(db, decider, row))
  const isOthers = isWaiting && !may_decide && row.requested_by.id !== reader.user_id
  return {
    id: row.id,
    kind: row.kind as Approval['kind'],
    store: { id: row.store_id, name: row.store_name },
    subject: row.subject as Approval['subject'],
    member: row.member,
    amount: row.amount,
    reason: row.reason,
    status,
    requested_by: row.requested_by,
    requested_at: row.requested_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    expires_in: row.expires_in,
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    note: row.note,
    may_decide,
    is_linked: isOthers && !(await areTwo(db, reader.user_id, row.requested_by.id)),
  }
}
