import { randomUUID } from 'node:crypto'
import type { Rows } from '../act.ts'
import { claimCode, type ClaimOutcome } from '../pay/claim-code.ts'
import type { Clerk } from './giving-back.ts'

/** A clerk scans a code, and a checkout opens at their register. */
export function scanCode(
  db: Rows,
  token_hash: Buffer,
  { store_id, register_id, user_id }: Clerk,
  checkout_id: string = randomUUID(),
): Promise<ClaimOutcome> {
  return claimCode(db, {
    checkout_id,
    is_for_it_alone: false,
    token_hash,
    code_hash: null,
    store_id,
    register_id,
    employee_id: user_id,
    items: [],
    discount: null,
    note: null,
    ttl_seconds: 120,
  })
}
