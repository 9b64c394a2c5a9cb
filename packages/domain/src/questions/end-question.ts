import { moveQuestion, type QuestionFacts, type QuestionState, stateNow } from './question.ts'

/** The last question about a checkout; null where there is none. */
export type LastQuestion = { question: QuestionFacts | null }

/** The register takes its question back. `state` is null where there is none to take back. */
export function withdrawQuestion({ question }: LastQuestion): { state: QuestionState | null } {
  return { state: question && moveQuestion(question.state, 'withdraw') }
}

const notAgreed: ReadonlySet<QuestionState> = new Set(['declined', 'withdrawn', 'expired'])

/** Whether a move of points lets its giver's code go: they did not agree to it, or not in time. */
export function dropMove({ question }: LastQuestion): { is_dropped: boolean } {
  return { is_dropped: question !== null && notAgreed.has(stateNow(question)) }
}

/** Of questions that may be over, those that were not answered or not used in time. */
export function endQuestions({ questions }: { questions: readonly (QuestionFacts & { id: string })[] }): {
  ended: string[]
} {
  const isEnded = (one: QuestionFacts) =>
    moveQuestion(one.state, 'end') !== null && stateNow(one) === 'expired'
  return { ended: questions.filter(isEnded).map(({ id }) => id) }
}
