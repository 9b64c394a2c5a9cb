import {
  type AnswerFacts,
  type AnswerRefusal,
  answerQuestion,
} from '@shirogane/domain/questions/answer-question'
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
