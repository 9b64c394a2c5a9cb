import { recordOf, type Rows } from '../act.ts'
import { outcomeOf, type OutcomeRow, type PayOutcome } from './pay.ts'
import type { PayRequest } from './pay-request.ts'

/**
 * A payment that is a part of something larger and stands or falls with it: posted in the caller's transaction, beside
 * the gathered ones. It is alone, so it never has to wait for the next batch.
 */
export async function payWithin(db: Rows, request: PayRequest): Promise<PayOutcome> {
  const [row] = await db.rows<OutcomeRow>('select * from ledger.pay_batch($1)', [
    JSON.stringify([{ ...recordOf(request), ord: 1 }]),
  ])
  if (row!.code === 'RETRY') throw new Error('A payment that went alone was put off')
  return outcomeOf(row!)
}
