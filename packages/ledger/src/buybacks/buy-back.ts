import type { BuybackBody, BuybackItemBody } from '@shirogane/contract/resources/brand/buybacks'
import type { ErrorCode } from '@shirogane/contract/wire/errors'
import {
  type BuybackFacts,
  type BuybackWish,
  buyBack as decidePurchase,
} from '@shirogane/domain/buyback/buy-back'
import { type BuybackPaidFacts, recordBuybackPaid as decidePaid } from '@shirogane/domain/buyback/record-paid'
import {
  reverseBuyback as decideReversal,
  type ReverseBuybackFacts,
  type ReverseBuybackWish,
} from '@shirogane/domain/buyback/reverse-buyback'
import { decideAndPost, type Held, type Rows } from '../act.ts'

/** A purchase, done once for its id. */
export type BuybackRequest = Omit<BuybackWish, 'items'> &
  Pick<BuybackBody, 'seller' | 'purpose' | 'signature'> & {
    /** Of what is asked: the same id with another hash is refused. */
    request_hash: Buffer
    /** The seller's name as it is searched by. */
    seller_search: string
    note?: string | null | undefined
    /** With what like pieces are found by. */
    items: readonly (BuybackItemBody & {
      line: number
      net_weight_mg: number
      serial_key: string | null
      features_key: string
      /** Of one piece (`alikeWeights`). */
      least_mg: number
      most_mg: number
    })[]
  }

/** The taking back of a purchase, done once for its id. */
export type ReverseBuybackRequest = ReverseBuybackWish & { buyback_id: string }
export type BuybackPaidRequest = { transaction_id: string; buyback_id: string; actor_id: string }

export type BuybackOutcome = { code: ErrorCode | null; n: number | null; replayed: boolean }

/** Buys silver from a person in the caller's database transaction. */
export function buyBack(db: Rows, request: BuybackRequest): Promise<BuybackOutcome> {
  return decideAndPost(request, {
    hold: (act) =>
      db.rows<{ facts: Held<BuybackFacts> | null }>('select ledger.hold_buy_back($1) as facts', [act]),
    decide: (facts: BuybackFacts) => decidePurchase(facts, request),
    post: (act, decided) =>
      db.rows<BuybackOutcome>('select code, n, replayed from ledger.buy_back($1, $2)', [act, decided]),
  })
}

/** Takes a purchase back on its own day in the caller's database transaction. */
export function reverseBuyback(db: Rows, request: ReverseBuybackRequest): Promise<BuybackOutcome> {
  return decideAndPost(request, {
    hold: (act) =>
      db.rows<{ facts: Held<ReverseBuybackFacts> | null }>(
        'select ledger.hold_reverse_buyback($1) as facts',
        [act],
      ),
    decide: (facts: ReverseBuybackFacts) => decideReversal(facts, request),
    post: (act, decided) =>
      db.rows<BuybackOutcome>('select code, n, replayed from ledger.reverse_buyback($1, $2)', [act, decided]),
  })
}

/** Records in the caller's database transaction that the transfer for a purchase was made. Answers why not, or null. */
export async function recordBuybackPaid(db: Rows, request: BuybackPaidRequest): Promise<ErrorCode | null> {
  const { code } = await decideAndPost(request, {
    hold: (act) =>
      db.rows<{ facts: Held<BuybackPaidFacts> | null }>('select ledger.hold_buyback_paid($1) as facts', [
        act,
      ]),
    decide: (facts: BuybackPaidFacts) => decidePaid(facts, request),
    post: (act, decided) =>
      db.rows<{ code: ErrorCode | null }>('select ledger.record_buyback_paid($1, $2) as code', [
        act,
        decided,
      ]),
  })
  return code
}
