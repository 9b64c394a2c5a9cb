import type { ByTender } from '@shirogane/domain/sales/tenders'
import type { LineRow, SaleDetail } from '../rows.ts'

/** One payment as a register asks for it: everything that does not depend on what the customer holds is decided. */
export type PayRequest = ByTender & {
  actor_id: string
  session_id: string
  route: string
  key: string
  /** Of method, path and body: the same key with another hash is refused. */
  request_hash: Buffer
  transaction_id: string
  /** The open checkout that is settled, or null for a sale in one step. */
  checkout_id: string | null
  /** Keyed hash of what was scanned or typed; both null for a checkout, and for a sale without a member. */
  token_hash: Buffer | null
  code_hash: Buffer | null
  store_id: string
  register_id: string
  lines: readonly LineRow[]
  total: number
  /** What was said to the part that is paid later; null where nothing is deferred. */
  contract: DeferredContract | null
  cash_tendered: number | null
  tax: { rate: number; taxable: number; tax: number }[]
  note: string | null
  /** Null for a plain sale. */
  sale?: SaleDetail | null
  /** The parked cart that this sale settles, as this register took it back. */
  parked_id?: string | null
  parked_version?: number | null
  /** A second person's approval for the discount of `discount` yen off `gross`. */
  approval_id?: string | null
}

/**
 * What the customer said to a deferral, and the person who let the sale pass although an earlier debt is overdue. A
 * customer who says yes on their phone signs nothing.
 */
export type DeferredContract = {
  /** The line that the customer drew where no phone could be asked, and the second person's approval beside it. */
  signature: string | null
  signed_approval_id: string | null
  override_by: string | null
  /** Instead of `override_by`: a second person's approval, which the sale uses up. */
  approval_id: string | null
  override_reason: string | null
}
