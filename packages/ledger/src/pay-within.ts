import type { ErrorCode } from '@shirogane/contract/errors'
import { recordOf, type Rows } from './act.ts'
import type { PayingCustomer, PayOutcome, PayRequest } from './pay.ts'
import type { TransactionRow } from './rows.ts'

type Row = TransactionRow & {
  code: ErrorCode | 'RETRY' | null
  n: number | null
  replayed: boolean
  customer: PayingCustomer | null
}

/**
 * A payment that is a part of something larger and stands or falls with it: posted in the transaction of whoever calls,
 * beside the gathered ones. It is alone, so it never has to wait for the next batch.
 */
export async function payWithin(db: Rows, request: PayRequest): Promise<PayOutcome> {
  const [row] = await db.rows<Row>(
    'select o.code, o.n, o.replayed, o.customer, (o.t).* from ledger.pay($1) o',
    [JSON.stringify([{ ...recordOf(request), ord: 1 }])],
  )
  const { code, n, replayed, customer, ...transaction } = row!
  if (code === 'RETRY') throw new Error('A payment that went alone was put off')
  return code === null ? { code, transaction, customer, replayed } : { code, n, replayed }
}
