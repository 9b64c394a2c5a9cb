import {
  type CheckoutFacts,
  type CheckoutRefusal,
  type CheckoutWish,
  updateCheckout as decideUpdate,
} from '@shirogane/domain/checkouts/update-checkout'
import { decideAndPost, type Held, type Rows } from '../act.ts'

export type CheckoutRequest = CheckoutWish & {
  checkout_id: string
  store_id: string
  /** For how long an edit holds the code. */
  ttl_seconds: number
}

/** Edits, parks or gives up a checkout of a shop, in the caller's database transaction. Answers why not, or null. */
export async function updateCheckout(db: Rows, request: CheckoutRequest): Promise<CheckoutRefusal | null> {
  const { code } = await decideAndPost(request, {
    hold: (act) =>
      db.rows<{ facts: Held<CheckoutFacts> }>('select ledger.hold_update_checkout($1) as facts', [act]),
    decide: (facts: CheckoutFacts) => decideUpdate(facts, request),
    post: (act, decided) =>
      db.rows<{ code: CheckoutRefusal | null }>('select code from ledger.update_checkout($1, $2)', [
        act,
        decided,
      ]),
  })
  return code
}
