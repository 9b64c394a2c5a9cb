import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { liftFreeze as decideLift, type LiftFreezeFacts } from '@shirogane/domain/books/lift-freeze'
import { decideAndPost, type Held, type Rows } from '../act.ts'

/**
 * Lets payouts go on, in the caller's database transaction, after a check of the books that the owner has seen. Answers why
 * not, or null.
 */
export async function liftFreeze(
  db: Rows,
  lift: { check_id: string; actor_id: string; note: string },
): Promise<ErrorCode | null> {
  const { code } = await decideAndPost(lift, {
    hold: (act) =>
      db.rows<{ facts: Held<LiftFreezeFacts> }>('select ledger.hold_lift_freeze($1) as facts', [act]),
    decide: (facts: LiftFreezeFacts) => decideLift(facts, lift.check_id),
    post: (act, decided) =>
      db.rows<{ code: ErrorCode | null }>('select ledger.lift_freeze($1, $2) as code', [act, decided]),
  })
  return code
}
