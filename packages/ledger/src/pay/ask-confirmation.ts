import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { type AskFacts, askQuestion, type AskRefusal } from '@shirogane/domain/questions/ask-question'
import { decideAndPost, type Held, type Rows } from '../act.ts'
import { claimCode, type ClaimOutcome } from './claim-code.ts'
import type { PayRequest } from './pay-request.ts'
import { trySale } from './try-sale.ts'

/** What a customer is asked about a payment, and for how long. */
export type Question = {
  id: string
  /** Of what they are shown: their answer is good for that. */
  digest: Uint8Array
  /** Yen that may go unasked. */
  over: number
  items: unknown
  discount: unknown
  answerSeconds: number
  useSeconds: number
}

/** `fresh` where the question was put now. */
export type AskOutcome = { code: ErrorCode | null; n: number | null; fresh: boolean }

/**
 * Asks the customer, once it is known that their yes would be enough: the payment is tried whole and undone first. Of what
 * is deferred they are shown the day on which it is due, as the sale would say it today.
 */
export async function askConfirmation(db: Rows, pay: PayRequest, question: Question): Promise<AskOutcome> {
  const refusal = await trySale(db, pay)
  if (refusal) return { ...refusal, fresh: false }
  if (pay.checkout_id === null) {
    const { code } = await holdCode(db, pay, question)
    if (code !== null) return { code, n: null, fresh: false }
  }
  const asked = await decideAndPost(questionOf(pay, question), {
    hold: (act) =>
      db.rows<{ facts: Held<AskFacts> }>('select ledger.hold_ask_confirmation($1) as facts', [act]),
    decide: (facts: AskFacts) => askQuestion(facts, pay),
    post: (act, decided) =>
      db.rows<{ code: AskRefusal | null; fresh: boolean }>(
        'select code, fresh from ledger.ask_confirmation($1, $2)',
        [act, decided],
      ),
  })
  return { ...asked, n: null }
}

/** A question as the ledger keeps it, under the checkout that bears the id of the sale. */
function questionOf(pay: PayRequest, question: Question): object {
  return {
    id: question.id,
    checkout_id: pay.transaction_id,
    register_id: pay.register_id,
    actor_id: pay.actor_id,
    key: pay.key,
    digest: Buffer.from(question.digest),
    total: pay.total,
    points: pay.points,
    balance: pay.balance,
    later: pay.later,
    over: question.over,
    items: question.items,
    discount: question.discount,
    note: pay.note,
    answer_seconds: question.answerSeconds,
    use_seconds: question.useSeconds,
  }
}

/** The sale is paid with this code: it is held under the sale's own id, and for as long as the answer is good. */
function holdCode(db: Rows, pay: PayRequest, question: Question): Promise<ClaimOutcome> {
  const { transaction_id, actor_id, token_hash, code_hash, store_id, register_id, note } = pay
  return claimCode(db, {
    checkout_id: transaction_id,
    is_for_it_alone: true,
    token_hash,
    code_hash,
    store_id,
    register_id,
    employee_id: actor_id,
    items: question.items,
    discount: question.discount,
    note,
    ttl_seconds: question.useSeconds,
  })
}
