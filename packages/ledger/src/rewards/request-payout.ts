import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { type PayoutFacts, requestPayout } from '@shirogane/domain/payouts/request-payout'
import { decideAndPost, type Held, type Rows } from '../act.ts'

export type PayoutRequest = {
  id: string
  user_id: string
  key: string
  /** Of what is asked: the same key with another hash is refused. */
  request_hash: Buffer
  /** Null for all that can be paid out. */
  amount: number | null
  automatic: boolean
  cutoff_at: string
  value_date: string
  fee: number
  /** What the member was shown; null accepts any amount. */
  withheld: number | null
  payout_method_id: string
  bank_code: string
  bank_name: string
  bank_kana: string
  branch_code: string
  branch_name: string
  branch_kana: string
  account_type: string
  account_tail: string
  /** In hexadecimal digits. */
  encrypted_account: string
  account_key: string
  holder_kana: string
}

export type PayoutOutcome = {
  payout: string | null
  code: ErrorCode | null
  n: number | null
  replayed: boolean
}

/** Puts rewards aside for a bank account in the caller's database transaction, once for a key. */
export function postPayoutRequest(
  db: Rows,
  request: PayoutRequest,
  isProven: boolean,
): Promise<PayoutOutcome> {
  return decideAndPost(request, {
    hold: (act) =>
      db.rows<{ facts: Held<PayoutFacts> | null }>('select ledger.hold_request_payout($1) as facts', [act]),
    decide: (facts: PayoutFacts) => requestPayout(facts, { ...request, is_proven: isProven }),
    post: (act, decided) =>
      db.rows<PayoutOutcome>('select payout, code, n, replayed from ledger.request_payout($1, $2)', [
        act,
        decided,
      ]),
  })
}
