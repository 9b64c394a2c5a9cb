import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { type CardChargeFacts, chargeCard } from '@shirogane/domain/charges/charge-card'
import { decideAndPost, type Held, type Rows } from '../act.ts'

export type CardChargeRequest = {
  /** The customer. */
  actor_id: string
  /** Of the charge and, once it is paid, of its movement. */
  transaction_id: string
  route: string
  key: string
  /** Of what is asked: the same key with another hash is refused. */
  request_hash: Buffer
  payment_method_id: string
  gateway: string
  amount: number
  /** When the gateway is asked what became of it, if it has not said so. */
  check_at: string
}

export type CardChargeOutcome = {
  charge: string | null
  code: ErrorCode | null
  n: number | null
  m: number | null
  replayed: boolean
}

/** Writes a charge by card down in the caller's database transaction, once for a key, before the gateway is asked. */
export function openCardCharge(db: Rows, request: CardChargeRequest): Promise<CardChargeOutcome> {
  return decideAndPost(request, {
    hold: (act) =>
      db.rows<{ facts: Held<CardChargeFacts> | null }>('select ledger.hold_open_card_charge($1) as facts', [
        act,
      ]),
    decide: (facts: CardChargeFacts) => chargeCard(facts, request.amount),
    post: (act, decided) =>
      db.rows<CardChargeOutcome>('select charge, code, n, m, replayed from ledger.open_card_charge($1, $2)', [
        act,
        decided,
      ]),
  })
}
