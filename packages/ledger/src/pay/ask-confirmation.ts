import type { ErrorCode } from '@shirogane/contract/wire/errors'
import type { Rows } from '../act.ts'
import { claimCode, type ClaimOutcome } from './claim-code.ts'
import type { PayRequest } from './pay-request.ts'
import { putQuestion, type QuestionRequest } from './questions.ts'
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
  return { ...(await putQuestion(db, questionOf(pay, question))), n: null }
}

function questionOf(pay: PayRequest, question: Question): QuestionRequest {
  const { register_id, actor_id, key, total, points, balance, later, note } = pay
  return {
    id: question.id,
    checkout_id: pay.transaction_id,
    register_id,
    actor_id,
    key,
    digest: Buffer.from(question.digest),
    total,
    points,
    balance,
    later,
    over: question.over,
    items: question.items,
    discount: question.discount,
    note,
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
