import {
  type AnswerFacts,
  type AnswerRefusal,
  answerQuestion,
} from '@shirogane/domain/questions/answer-question'
import {
  dropMove as decideDrop,
  endQuestions,
  type LastQuestion,
  withdrawQuestion,
} from '@shirogane/domain/questions/end-question'
import { decideAndPost, type Held, type Rows } from '../act.ts'

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
