import type { RefundedItem } from '../refund/refund.ts'

export type Clerk = { user_id: string; session_id: string; store_id: string; register_id: string }

/** What a test asks of a refund; all of the sale where it says no more. */
export type GivingBack = {
  sale: string
  kind?: 'refund' | 'void'
  by?: Clerk
  approved_by?: Clerk
  items?: readonly RefundedItem[]
  amount?: number
  /** The customer agreed to balance in the place of cash and card. */
  to_balance?: boolean
  reason?: string
  key?: string
  id?: string
}
