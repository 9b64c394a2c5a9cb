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
