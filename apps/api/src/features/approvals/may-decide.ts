import { type ApprovalKind, decisionRight } from '@shirogane/contract/wire/permissions'
import type { Db } from '../../db/sql.ts'
import { areTwo } from './are-two.ts'
import { amountOf } from './may-alone.ts'
import type { Decider } from './rules.ts'
import { isAboutOwnAccount } from './store.ts'

type Asked = {
  id: string
  kind: string
  store_id: string
  amount: number | null
  requested_by: { id: string }
}

/**
 * Whether this person may be the second one: another person, of this store or of head office, with the right to as much,
 * and not the member whom it is about.
 */
export async function mayDecide(db: Db, person: Decider, asked: Asked): Promise<boolean> {
  if (person.id === asked.requested_by.id) return false
  if (person.store_id !== null && person.store_id !== asked.store_id) return false
  const right = decisionRight(person.type, asked.kind as ApprovalKind)
  if (right === null) return false
  if (right !== true && (asked.amount ?? 0) > (await amountOf(db, right, asked.store_id))) return false
  if (await isAboutOwnAccount(db, asked.id, person.id)) return false
  return areTwo(db, person.id, asked.requested_by.id)
}
