import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { type CashChargeFacts, chargeCash as decideCharge } from '@shirogane/domain/charges/charge-cash'
import {
  takeBackCharge as decideTakingBack,
  type TakeBackChargeFacts,
} from '@shirogane/domain/charges/take-back-charge'
import { type Act, type ActOutcome, type Held, postAct, type Rows } from '../act.ts'

export type CashChargeRequest = Act & {
  customer_id: string
  /** The code that they showed, which the charge spends; null where they are known otherwise. */
  code_id: string | null
  store_id: string
  register_id: string
  /** Yen of balance, and what was handed over for them: the change is what exceeds it. */
  amount: number
  cash_tendered: number
}
export type TakeBackChargeRequest = Act & {
  charge_id: string
  register_id: string | null
  reason: string | null
  approved_by: string | null
}

/** Charges a member's balance with cash in the caller's database transaction, once for a key. */
export function chargeCash(db: Rows, request: CashChargeRequest): Promise<ActOutcome<ErrorCode>> {
  return postAct(db, request, {
    hold: (act) =>
      db.rows<{ facts: Held<CashChargeFacts> | null }>('select ledger.hold_charge_cash($1) as facts', [act]),
    decide: (facts) => decideCharge(facts, request),
  })
}

/** Takes a charge in cash back on its own day in the caller's database transaction, once for a key. */
export function takeBackCharge(db: Rows, request: TakeBackChargeRequest): Promise<ActOutcome<ErrorCode>> {
  return postAct(db, request, {
    hold: (act) =>
      db.rows<{ facts: Held<TakeBackChargeFacts> | null }>(
        'select ledger.hold_take_back_charge($1) as facts',
        [act],
      ),
    decide: (facts) => decideTakingBack(facts, request),
  })
}
