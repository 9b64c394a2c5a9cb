/** A code of a customer as the register that was shown it finds it. */
export type CodeFacts = {
  state: 'live' | 'claimed' | 'spent' | 'void'
  /** Held by this register; the hold has not run out; the code itself has. */
  is_claimed_here: boolean
  is_claim_live: boolean
  is_over: boolean
}

export type CodeRefusal = 'QR_ALREADY_USED' | 'QR_CLAIMED' | 'QR_EXPIRED'

/**
 * Why a code that is shown carries no act; null where it does. One showing is one act: a code is good once, at one register
 * at a time, and for a short time; a register that has taken it in time keeps it.
 */
export function refuseCode(code: CodeFacts): CodeRefusal | null {
  if (code.state === 'spent' || code.state === 'void') return 'QR_ALREADY_USED'
  if (code.state === 'claimed' && code.is_claim_live) return code.is_claimed_here ? null : 'QR_CLAIMED'
  return code.is_over ? 'QR_EXPIRED' : null
}

/** The same for an act that several codes are shown for: the first that carries none says why. */
export function refuseCodes(codes: readonly CodeFacts[]): CodeRefusal | null {
  for (const code of codes) {
    const refusal = refuseCode(code)
    if (refusal !== null) return refusal
  }
  return null
}
