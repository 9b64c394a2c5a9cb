import type { ErrorCode } from '@shirogane/contract/errors'
import type { PayingCustomer, PayOutcome, PayRequest } from './pay.ts'
import type { TransactionRow } from './rows.ts'

type Rows = {
  rows<T extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<T[]>
}
type Row = TransactionRow & {
  code: ErrorCode | 'RETRY' | null
  n: number | null
  replayed: boolean
  customer: PayingCustomer | null
}

const hex = (bytes: Buffer | null) => bytes && `\\x${bytes.toString('hex')}`

/**
 * A payment that is a part of something larger and stands or falls with it: posted in the transaction of whoever calls,
 * beside the gathered ones. It is alone, so it never has to wait for the next batch.
 */
export async function payWithin(db: Rows, request: PayRequest): Promise<PayOutcome> {
  const [row] = await db.rows<Row>(
    'select o.code, o.n, o.replayed, o.customer, (o.t).* from ledger.pay($1) o',
    [
      JSON.stringify([
        {
          ...request,
          ord: 1,
          request_hash: hex(request.request_hash),
          token_hash: hex(request.token_hash),
          code_hash: hex(request.code_hash),
        },
      ]),
    ],
  )
  const { code, n, replayed, customer, ...transaction } = row!
  if (code === 'RETRY') throw new Error('A payment that went alone was put off')
  return code === null ? { code, transaction, customer, replayed } : { code, n, replayed }
}
