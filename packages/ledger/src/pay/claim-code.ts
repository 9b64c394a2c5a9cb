import {
  claimCode as decideClaim,
  type ClaimFacts,
  type ClaimRefusal,
} from '@shirogane/domain/codes/claim-code'
import { decideAndPost, type Held, type Rows } from '../act.ts'

export type ClaimRequest = {
  /** Of the checkout to be. */
  checkout_id: string
  /** For that checkout alone: what the register has open for the code gives way. A scan gets that back instead. */
  is_for_it_alone: boolean
  store_id: string
  register_id: string
  employee_id: string
  items: unknown
  discount: unknown
  note: string | null
  /** For how long the code is held. */
  ttl_seconds: number
} & (
  | { code_id: string | null }
  /** Keyed hash of what was scanned or typed. */
  | { token_hash: Buffer | null; code_hash: Buffer | null }
)

export type ClaimOutcome = { code: null; checkout_id: string } | { code: ClaimRefusal; checkout_id: null }

/** Takes a code for a register and opens a checkout for its customer, in the caller's database transaction. */
export function claimCode(db: Rows, request: ClaimRequest): Promise<ClaimOutcome> {
  return decideAndPost(request, {
    hold: (act) => db.rows<{ facts: Held<ClaimFacts> }>('select ledger.hold_claim_code($1) as facts', [act]),
    decide: (facts: ClaimFacts) => decideClaim(facts, request),
    post: (act, decided) =>
      db.rows<ClaimOutcome>('select code, checkout_id from ledger.claim_code($1, $2)', [act, decided]),
  })
}
