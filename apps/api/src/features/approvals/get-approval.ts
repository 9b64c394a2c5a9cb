import type { Approval } from '@shirogane/contract/resources/brand/approvals'
import { holds } from '@shirogane/contract/wire/rights'
import type { Actor } from '../../context.ts'
import type { Db } from '../../db/sql.ts'
import { Problem } from '../../http/problem.ts'
import { presentApproval } from './present.ts'
import { mayDecide } from './may-decide.ts'
import { type ApprovalRow, type Colleague, findApproval, listDeciders } from './store.ts'

export async function getApproval(db: Db, id: string, reader: Actor): Promise<Approval> {
  const row = await findApproval(db, id)
  if (!row) throw new Problem('NOT_FOUND')
  return presentApproval(db, row, reader)
}

/** Register staff see what they asked for, managers what their store asked for, head office all. */
export function maySee(reader: Actor, row: ApprovalRow): boolean {
  const employee = reader.employee
  if (!employee) return false
  if (row.requested_by.id === reader.user_id) return true
  return holds(employee.type, 'approve') && (employee.store_id === null || employee.store_id === row.store_id)
}

/** Who has the right to decide this, for as much. */
export async function listAble(db: Db, row: ApprovalRow): Promise<Colleague[]> {
  const able: Colleague[] = []
  // One after the other, because a transaction has one connection; a store has a handful of them.
  for (const person of await listDeciders(db, row.store_id, row.requested_by.id))
    if (await mayDecide(db, person, row)) able.push(person)
  return able
}
