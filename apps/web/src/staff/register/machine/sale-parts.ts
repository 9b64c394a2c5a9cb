import type { TerminalBrand } from '@shirogane/contract/terms/sale-terms'

export type Approval = { id: string; gross: number; discount: number }
export type TerminalSlip = { brand: TerminalBrand; approval_number: string; amount: number }
/** What has been typed so far of a slip for exactly this amount. */
export type SlipBegun = { brand: TerminalBrand | null; approval: string; amount: number }
/** What the customer is to pay later: they say yes on their phone, or signed for it where that cannot be asked. */
export type SignedDeferral = {
  /** The customer who owes it, and no other. */
  user_id: string
  /** The agreement is about exactly this much. */
  amount: number
  /** The line that was drawn, and the second person's approval beside it; both null for the phone. */
  signature: string | null
  approval_id: string | null
  override: { reason: string; approval_id?: string } | null
}
export type Parked = { id: string; name: string; version: number }

/** `detail` says more of the code that was read. */
export type Refusal = { code: string; message: string; detail?: string }
