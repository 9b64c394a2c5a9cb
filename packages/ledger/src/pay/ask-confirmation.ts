import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { dueOn } from '@shirogane/domain/deferred/due-on'
import { recordOf, type Rows } from '../act.ts'
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

export type AskOutcome = { code: ErrorCode | null; n: number | null; fresh: boolean | null }

/**
 * Asks the customer, once it is known that their yes would be enough: the payment is tried whole and undone first. Of what
 * is deferred they are shown the day on which it is due, as the sale would say it today.
 */
export async function askConfirmation(db: Rows, pay: PayRequest, question: Question): Promise<AskOutcome> {
  const refusal = await trySale(db, pay)
  if (refusal) return { ...refusal, fresh: null }
  if (pay.checkout_id === null) {
    const { code } = await holdCode(db, pay, question)
    if (code !== null) return { code, n: null, fresh: null }
  }
  const [row] = await db.rows<Omit<AskOutcome, 'n'>>(
    'select code, fresh from ledger.ask_confirmation($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [
      JSON.stringify(recordOf(pay)),
      pay.later > 0 ? dueOn(await readToday(db)) : null,
      question.id,
      question.digest,
      question.over,
      JSON.stringify(question.items),
      question.discount === undefined ? null : JSON.stringify(question.discount),
      question.answerSeconds,
      question.useSeconds,
    ],
  )
  return { ...row!, n: null }
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

async function readToday(db: Rows): Promise<string> {
  const [row] = await db.rows<{ today: string }>(
    `select to_char(ledger.now() at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as today`,
  )
  return row!.today
}
