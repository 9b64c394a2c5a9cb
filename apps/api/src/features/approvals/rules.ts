import type { Approval } from '@shirogane/contract/resources/brand/approvals'
import type { Actor } from '../../context.ts'
import type { ApprovalRow, Colleague } from './store.ts'

/** Who would decide: all that the right to it rests on. */
export type Decider = Pick<Colleague, 'id' | 'type' | 'store_id'>

export function deciderOf(actor: Actor): Decider | null {
  const { employee } = actor
  return employee ? { id: employee.id, type: employee.type, store_id: employee.store_id } : null
}

export function statusOf(row: Pick<ApprovalRow, 'status' | 'used_at' | 'has_expired'>): Approval['status'] {
  if (row.used_at !== null) return 'used'
  const isOver = row.status === 'waiting' || row.status === 'approved'
  return isOver && row.has_expired ? 'expired' : row.status
}
