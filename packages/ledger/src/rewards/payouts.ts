import type { ErrorCode } from '@shirogane/contract/wire/errors'
import {
  approvePayouts as decideApproval,
  type ApprovePayoutsFacts,
} from '@shirogane/domain/payouts/approve-payouts'
import {
  cancelPayout as decideCancel,
  type EndPayoutFacts,
  recallPayout as decideRecall,
} from '@shirogane/domain/payouts/end-payout'
import {
  type PayoutResult,
  type PayoutResultsFacts,
  recordPayoutResults as decideResults,
} from '@shirogane/domain/payouts/record-results'
import {
  resumePayouts as decideResumption,
  type ResumePayoutsFacts,
} from '@shirogane/domain/payouts/resume-payouts'
import type { IsHolder } from '@shirogane/domain/payouts/standing'
import { decideAndPost, type Held, type Rows } from '../act.ts'

// What becomes of payouts after their request. Each act may be asked for twice: the second time it is the same one.

type Ended = { code: ErrorCode | null; replayed: boolean }

const holdPayout = (db: Rows) => (act: string) =>
  db.rows<{ facts: Held<EndPayoutFacts> }>('select ledger.hold_payout($1) as facts', [act])

/** Takes a request back in the caller's database transaction, for its member or for staff with a reason. */
export function cancelPayout(
  db: Rows,
  canceled: {
    id: string
    /** Of the movement that brings the money back. */
    return_id: string
    member_id: string | null
    actor_id: string | null
    reason: string | null
  },
): Promise<Ended> {
  return decideAndPost(canceled, {
    hold: holdPayout(db),
    decide: (facts: EndPayoutFacts) => decideCancel(facts, canceled),
    post: (act, decided) =>
      db.rows<Ended>('select code, replayed from ledger.cancel_payout($1, $2)', [act, decided]),
  })
}

/** Makes money that came back after the bank had paid it the member's reward again. */
export function recallPayout(
  db: Rows,
  recalled: { id: string; return_id: string; actor_id: string; failure: string },
): Promise<Ended> {
  return decideAndPost(recalled, {
    hold: holdPayout(db),
    decide: (facts: EndPayoutFacts) => decideRecall(facts, recalled),
    post: (act, decided) =>
      db.rows<Ended>('select code, replayed from ledger.recall_payout($1, $2)', [act, decided]),
  })
}

/** Approves requests in the caller's database transaction, all or none. */
export function approvePayouts(
  db: Rows,
  approved: { actor_id: string; ids: readonly string[] },
  isHolder: IsHolder,
): Promise<{ code: ErrorCode | null; n: number | null }> {
  return decideAndPost(approved, {
    hold: (act) =>
      db.rows<{ facts: Held<ApprovePayoutsFacts> }>('select ledger.hold_approve_payouts($1) as facts', [act]),
    decide: (facts: ApprovePayoutsFacts) => decideApproval(facts, approved.ids, isHolder),
    post: (act, decided) =>
      db.rows<{ code: ErrorCode | null; n: number | null }>(
        'select code, n from ledger.approve_payouts($1, $2)',
        [act, decided],
      ),
  })
}

type ResultsOutcome = {
  code: ErrorCode | null
  n: number | null
  /** What is known now that was not before. */
  settled: string[]
}

/** Takes what the bank said of payouts of one file, whole or not at all. */
export function recordPayoutResults(
  db: Rows,
  answer: {
    actor_id: string
    batch_id: string
    results: readonly PayoutResult[]
    /** Of the bank's own file; null where it was said by hand. */
    sha256: Buffer | null
  },
): Promise<ResultsOutcome> {
  return decideAndPost(answer, {
    hold: (act) =>
      db.rows<{ facts: Held<PayoutResultsFacts> }>('select ledger.hold_record_payout_results($1) as facts', [
        act,
      ]),
    decide: (facts: PayoutResultsFacts) =>
      decideResults(facts, { ...answer, is_file: answer.sha256 !== null }),
    post: (act, decided) =>
      db.rows<ResultsOutcome>('select code, n, settled from ledger.record_payout_results($1, $2)', [
        act,
        decided,
      ]),
  })
}

/** Lets the rewards of a member go on who had stopped them. Answers why not, or null. */
export async function resumePayouts(
  db: Rows,
  lift: { id: string; actor_id: string; note: string },
): Promise<ErrorCode | null> {
  const { code } = await decideAndPost(lift, {
    hold: (act) =>
      db.rows<{ facts: Held<ResumePayoutsFacts> }>('select ledger.hold_resume_payouts($1) as facts', [act]),
    decide: (facts: ResumePayoutsFacts) => decideResumption(facts),
    post: (act, decided) =>
      db.rows<{ code: ErrorCode | null }>('select ledger.resume_payouts($1, $2) as code', [act, decided]),
  })
  return code
}
