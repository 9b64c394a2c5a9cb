import type { CashoutReason, CashoutWay } from '@shirogane/contract/terms/cashout-terms'
import type { ErrorCode } from '@shirogane/contract/wire/errors'
import {
  approveCashout as decideAgreement,
  type ApproveCashoutFacts,
  declineCashout as decideDecline,
  type DeclineCashoutFacts,
  requestCashout as decideRequest,
  type RequestCashoutFacts,
} from '@shirogane/domain/prepaid/cash-out'
import { type Act, decideAndPost, type Held, type Rows } from '../act.ts'

type Person = { actor_id: string; session_id: string }

/** A request for a cash-out, made once for its id. */
export type CashoutRequest = Person & {
  id: string
  user_id: string
  amount: number
  reason: CashoutReason
  way: CashoutWay
  note: string
}

export type CashoutOutcome = { code: ErrorCode | null; n: number | null; replayed: boolean }

/** Asks in the caller's database transaction for unused paid balance to be paid back. */
export function requestCashout(db: Rows, request: CashoutRequest): Promise<CashoutOutcome> {
  return decideAndPost(request, {
    hold: (act) =>
      db.rows<{ facts: Held<RequestCashoutFacts> | null }>(
        'select ledger.hold_request_cashout($1) as facts',
        [act],
      ),
    decide: (facts: RequestCashoutFacts) => decideRequest(facts, request),
    post: (act, decided) =>
      db.rows<CashoutOutcome>('select code, n, replayed from ledger.request_cashout($1, $2)', [act, decided]),
  })
}

/**
 * Agrees to the cash-out of `transaction_id` in the caller's database transaction, once for a key. Where only the proof of
 * who agrees is missing, the answer leaves no trace.
 */
export function approveCashout(db: Rows, agreed: Act, isProven: boolean): Promise<CashoutOutcome> {
  return decideAndPost(agreed, {
    hold: (act) =>
      db.rows<{ facts: Held<ApproveCashoutFacts> | null }>(
        'select ledger.hold_approve_cashout($1) as facts',
        [act],
      ),
    decide: (facts: ApproveCashoutFacts) =>
      decideAgreement(facts, { actor_id: agreed.actor_id, is_proven: isProven }),
    post: (act, decided) =>
      db.rows<CashoutOutcome>('select code, n, replayed from ledger.approve_cashout($1, $2)', [act, decided]),
  })
}

/** Takes a request back or refuses it in the caller's database transaction. Answers why not, or null. */
export async function declineCashout(db: Rows, declined: Person & { id: string }): Promise<ErrorCode | null> {
  const { code } = await decideAndPost(declined, {
    hold: (act) =>
      db.rows<{ facts: Held<DeclineCashoutFacts> }>('select ledger.hold_decline_cashout($1) as facts', [act]),
    decide: (facts: DeclineCashoutFacts) => decideDecline(facts, declined),
    post: (act, decided) =>
      db.rows<{ code: ErrorCode | null }>('select ledger.decline_cashout($1, $2) as code', [act, decided]),
  })
  return code
}
