import { type CodeFacts, type CodeRefusal, refuseCode } from './refuse-code.ts'

/** A code as a register that scans it finds it. */
export type ShownCode = CodeFacts & {
  /** Of its customer: the account is stopped; it is the employee's own, or that of a person of one household with them. */
  is_suspended: boolean
  is_own: boolean
  /** What stands open for it. One of a move waits for the yes of the member who gives points. */
  checkout: { id: string; is_move: boolean } | null
}

/** Everything that a scan is decided by. */
export type ClaimFacts =
  | { is_here: false }
  | {
      /** The register stands in this shop. */
      is_here: true
      /** Null where no code is known by what was shown. */
      code: ShownCode | null
      /** The checkout that bears the id of the one to be already: whether it is of this code, and of this register. */
      same_id: {
        is_of_code: boolean
        is_here: boolean
        status: 'open' | 'saved' | 'cancelled' | 'settled'
      } | null
      /** A sale bears that id. */
      is_sale: boolean
      /** What this register has open, for this code or another. */
      open_here: string | null
    }

export type ClaimWish = {
  checkout_id: string
  /** The code is to be held for this checkout; without it, the one that is open for it here is as good. */
  is_for_it_alone: boolean
}

export type ClaimRefusal =
  | CodeRefusal
  | 'NOT_FOUND'
  | 'QR_INVALID'
  | 'PAYMENT_STATE'
  | 'CUSTOMER_SUSPENDED'
  | 'SELF_DEALING'

/** `repeat` has been done already, `extend` begins the time of the hold anew. What is released gives way first. */
export type ClaimPlan = {
  code: null
  does: 'repeat' | 'extend' | 'open'
  checkout_id: string
  releases: string[]
}

/**
 * A register takes a code and opens a checkout for its customer. It holds one code at a time, and a code is at one register:
 * scanned there again, it gives back what is open for it.
 */
export function claimCode(facts: ClaimFacts, wish: ClaimWish): ClaimPlan | { code: ClaimRefusal } {
  if (!facts.is_here) return { code: 'NOT_FOUND' }
  const { code, same_id, open_here } = facts
  const { checkout_id, is_for_it_alone } = wish
  if (code === null) return { code: 'QR_INVALID' }
  // A scan whose answer was lost is asked again with its own checkout.
  if (same_id !== null) {
    const stands = same_id.status === 'open' || same_id.status === 'settled'
    if (!same_id.is_of_code || !same_id.is_here || !stands) return { code: 'PAYMENT_STATE' }
    return { code: null, does: 'repeat', checkout_id, releases: [] }
  }
  // The id of a sale that was paid in one step has no checkout: one opened under it would show that sale's customer.
  if (facts.is_sale) return { code: 'PAYMENT_STATE' }
  // First of all: the codes of a stopped account are void, and a register is to be told why.
  if (code.is_suspended) return { code: 'CUSTOMER_SUSPENDED' }
  const open = code.state === 'claimed' && code.is_claim_live ? code.checkout : null
  const shown = refuseCode({ ...code, is_claim_live: open !== null })
  if (shown !== null) return { code: shown }
  // A code that waits for its owner's approval of a move of points pays nothing meanwhile.
  if (open?.is_move === true) return { code: 'QR_CLAIMED' }
  if (open !== null && !is_for_it_alone) {
    return { code: null, does: 'extend', checkout_id: open.id, releases: [] }
  }
  if (code.is_over) return { code: 'QR_EXPIRED' }
  if (code.is_own) return { code: 'SELF_DEALING' }
  const inTheWay = [code.checkout?.id ?? null, open_here].filter((id) => id !== null)
  return { code: null, does: 'open', checkout_id, releases: [...new Set(inTheWay)] }
}
