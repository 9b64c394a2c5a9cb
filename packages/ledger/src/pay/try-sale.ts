import type { ErrorCode } from '@shirogane/contract/wire/errors'
import type { Rows } from '../act.ts'
import type { PayRequest } from './pay-request.ts'
import { payWithin } from './pay-within.ts'

/**
 * Pays and undoes it, in the caller's transaction: the refusal that the payment would meet, or null. What its customer
 * has to agree to first is no refusal, for that is what they are about to be asked.
 */
export async function trySale(
  db: Rows,
  request: PayRequest,
): Promise<{ code: ErrorCode; n: number | null } | null> {
  await db.rows('savepoint before_the_try')
  let refusal: { code: ErrorCode; n: number | null } | null = null
  try {
    const outcome = await payWithin(db, request)
    if (outcome.code === null) await db.rows('select ledger.check_as_committed()')
    else refusal = { code: outcome.code, n: outcome.n }
  } catch (error) {
    // It came as far as the register that holds it for a question before this one.
    if ((error as { code?: string }).code !== 'SG210') throw error
  }
  await db.rows('rollback to savepoint before_the_try')
  return refusal
}
