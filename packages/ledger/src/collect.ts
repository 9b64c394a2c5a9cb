import type { ErrorCode } from '@shirogane/contract/errors'
import type { TransactionRow } from './rows.ts'

export type LaterTender = 'cash' | 'card' | 'bank' | 'balance'

export type CollectRequest = {
  actor_id: string
  session_id: string
  route: string
  key: string
  /** Of method, path and body: the same key with another hash is refused. */
  request_hash: Buffer
  transaction_id: string
  customer_id: string
  /** Where it is paid; both null for head office and for customers in their own app. */
  store_id: string | null
  register_id: string | null
  /** Yen, or null for all that is owed. */
  amount: number | null
  /** One debt, or null for the oldest first. */
  sale_id: string | null
  tender: LaterTender
  cash_tendered: number | null
  /** Keyed hash of the customer's code: at a register their balance moves by it alone. */
  token_hash: Buffer | null
  code_hash: Buffer | null
  note: string | null
}

export type CollectOutcome = { replayed: boolean } & (
  | { code: null; transaction: TransactionRow }
  | { code: ErrorCode; n: number | null }
)

type Rows = {
  rows<T extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<T[]>
}

/** Posts a collection of deferred payments, once for a key. */
export async function collectDeferred(db: Rows, request: CollectRequest): Promise<CollectOutcome> {
  const hex = (bytes: Buffer | null) => bytes && `\\x${bytes.toString('hex')}`
  const [row] = await db.rows<
    TransactionRow & { code: ErrorCode | null; n: number | null; replayed: boolean }
  >('select o.code, o.n, o.replayed, (o.t).* from ledger.collect_deferred($1) o', [
    JSON.stringify({
      ...request,
      request_hash: hex(request.request_hash),
      token_hash: hex(request.token_hash),
      code_hash: hex(request.code_hash),
    }),
  ])
  const { code, n, replayed, ...transaction } = row!
  return code === null ? { code, transaction, replayed } : { code, n, replayed }
}
