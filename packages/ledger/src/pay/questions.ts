import {
  type AnswerFacts,
  type AnswerRefusal,
  answerQuestion,
} from '@shirogane/domain/questions/answer-question'
import { type AskFacts, askQuestion, type AskRefusal } from '@shirogane/domain/questions/ask-question'
import {
  dropMove as decideDrop,
  endQuestions,
  type LastQuestion,
  withdrawQuestion,
} from '@shirogane/domain/questions/end-question'
import { decideAndPost, type Held, type Rows } from '../act.ts'

/** What a customer is asked, in yen and points, under the open checkout that bears the id of what they are asked about. */
export type QuestionRequest = {
  id: string
  checkout_id: string
  register_id: string
  actor_id: string
  /** Of the request that asks. */
  key: string
  /** Of all that the customer is shown. */
  digest: Buffer
  total: number
  points: number
  balance: number
  later: number
  /** What may go unasked. */
  over: number
  items: unknown
  discount: unknown
  note: string | null
  answer_seconds: number
  use_seconds: number
  /** Who moves points, and to whom; left out of a payment. */
  giver_id?: string | null
  receiver_id?: string
}

/** Puts a question in the caller's database transaction. Answers the refusal, or whether it was put now. */
export function putQuestion(
  db: Rows,
  question: QuestionRequest,
): Promise<{ code: AskRefusal | null; fresh: boolean }> {
  return decideAndPost(question, {
    hold: (act) =>
      db.rows<{ facts: Held<AskFacts> }>('select ledger.hold_ask_confirmation($1) as facts', [act]),
    decide: (facts: AskFacts) => askQuestion(facts, question),
    post: (act, decided) =>
      db.rows<{ code: AskRefusal | null; fresh: boolean }>(
        'select code, fresh from ledger.ask_confirmation($1, $2)',
        [act, decided],
      ),
  })
}

/** A customer's answer, and the session of the device that gives it. */
export type Answer = { id: string; customer_id: string; session_id: string; agrees: boolean }

/** Writes an answer in the caller's database transaction. Answers the refusal, or whether it was a new one. */
export function answerConfirmation(
  db: Rows,
  answer: Answer,
): Promise<{ code: AnswerRefusal | null; changed: boolean }> {
  return decideAndPost(answer, {
    hold: (act) =>
      db.rows<{ facts: Held<AnswerFacts> }>('select ledger.hold_answer_confirmation($1) as facts', [act]),
    decide: (facts: AnswerFacts) => answerQuestion(facts, answer),
    post: (act, decided) =>
      db.rows<{ code: AnswerRefusal | null; changed: boolean }>(
        'select code, changed from ledger.answer_confirmation($1, $2)',
        [act, decided],
      ),
  })
}

/**
 * The register of a shop takes back what it asked about a checkout, in the caller's database transaction; the sale stays
 * open, to be paid in another way. Answers whether there was a question.
 */
export async function withdrawConfirmation(
  db: Rows,
  asked: { checkout_id: string; store_id: string },
): Promise<boolean> {
  const { done } = await decideAndPost(asked, {
    hold: (act) =>
      db.rows<{ facts: Held<LastQuestion> }>('select ledger.hold_withdraw_confirmation($1) as facts', [act]),
    decide: withdrawQuestion,
    post: (act, decided) =>
      db.rows<{ done: boolean }>('select ledger.withdraw_confirmation($1, $2) as done', [act, decided]),
  })
  return done
}

/** In the caller's database transaction, a move that its giver did not agree to lets their code go. */
export async function dropMove(db: Rows, checkoutId: string): Promise<void> {
  await decideAndPost(
    { checkout_id: checkoutId },
    {
      hold: (act) =>
        db.rows<{ facts: Held<LastQuestion> }>('select ledger.hold_drop_move($1) as facts', [act]),
      decide: decideDrop,
      post: (act, decided) => db.rows('select ledger.drop_move($1, $2)', [act, decided]),
    },
  )
}

/** Ends what was not answered or not used in time, a thousand at most, in the caller's database transaction. */
export async function endConfirmations(db: Rows): Promise<void> {
  await decideAndPost(
    {},
    {
      hold: (act) =>
        db.rows<{ facts: Held<Parameters<typeof endQuestions>[0]> }>(
          'select ledger.hold_end_confirmations($1) as facts',
          [act],
        ),
      decide: endQuestions,
      post: (act, decided) => db.rows('select ledger.end_confirmations($1, $2)', [act, decided]),
    },
  )
}
