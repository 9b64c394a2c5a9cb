import {
  vouchFor as decideVouching,
  type VouchFacts,
  type VouchRefusal,
} from '@shirogane/domain/access/vouch-for'
import { decideAndPost, type Held, type Rows } from '../act.ts'

/** Who is vouched for and by whom. `seen`: when they were let in, as the one who vouches was shown it: an instant. */
export type VouchRequest = { user_id: string; by: string; seen: string }

/** Vouches for a colleague in the caller's database transaction. Answers why it is refused, or null where it stands. */
export async function vouchFor(db: Rows, request: VouchRequest): Promise<VouchRefusal | null> {
  const { code } = await decideAndPost(request, {
    hold: (act) => db.rows<{ facts: Held<VouchFacts> }>('select ledger.hold_vouch_for($1) as facts', [act]),
    decide: (facts: VouchFacts) => decideVouching(facts, request),
    post: (act, decided) =>
      db.rows<{ code: VouchRefusal | null }>('select ledger.vouch_for($1, $2) as code', [act, decided]),
  })
  return code
}
