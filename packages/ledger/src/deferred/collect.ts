import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { type Act, recordOf, type Rows } from '../act.ts'
import type { TransactionRow } from '../rows.ts'

export type DebtTender = 'cash' | 'card' | 'bank' | 'balance'

export type CollectRequest = Act & {
  customer_id: string
  /** Where it is paid; both null for head office and for customers in their own app. */
  store_id: string | null
  register_id: string | null
  /** Yen, or null for all that is owed. */
  amount: number | null
  /** One debt, or null for the oldest first. */
  sale_id: string | null
  tender: DebtTender
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

/** Posts a collection of deferred payments, once for a key. */
export async function collectDeferred(db: Rows, request: CollectRequest): Promise<CollectOutcome> {
  const [row] = await db.rows<
    TransactionRow & { code: ErrorCode | null; n: number | null; replayed: boolean }
  >('select o.code, o.n, o.replayed, (o.t).* from ledger.collect_deferred($1) o', [
    JSON.stringify(recordOf(request)),
  ])
  const { code, n, replayed, ...transaction } = row!
  return code === null ? { code, transaction, replayed } : { code, n, replayed }
}
