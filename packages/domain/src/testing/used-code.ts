import type { CodeFacts } from '../codes/refuse-code.ts'

/** A code that has carried an act already. */
export const usedCode: CodeFacts = {
  state: 'spent',
  is_claimed_here: false,
  is_claim_live: false,
  is_over: false,
}
