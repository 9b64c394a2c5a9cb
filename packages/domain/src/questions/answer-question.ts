import { moveQuestion, type QuestionFacts, type QuestionState, stateNow } from './question.ts'

/** The question that is answered; null where its customer was asked nothing under this id. */
export type AnswerFacts = { question: QuestionFacts | null }

export type AnswerRefusal = 'NOT_FOUND' | 'PAY_CONFIRM_LATE' | 'PAY_CONFIRM_ENDED'

/** States in which an answer has been given already. */
const given: Readonly<Record<'approve' | 'decline', readonly QuestionState[]>> = {
  approve: ['approved', 'spent'],
  decline: ['declined'],
}

/** The customer says yes or no. To say it twice is to say it once: `state` is null where nothing changes. */
export function answerQuestion(
  { question }: AnswerFacts,
  { agrees }: { agrees: boolean },
): { code: null; state: QuestionState | null } | { code: AnswerRefusal } {
  if (question === null) return { code: 'NOT_FOUND' }
  const answer = agrees ? 'approve' : 'decline'
  // Also a yes that was not used in time was given.
  if (given[answer].includes(question.state)) return { code: null, state: null }
  const now = question.state === 'pending' ? stateNow(question) : question.state
  if (now === 'expired') return { code: 'PAY_CONFIRM_LATE' }
  const state = moveQuestion(now, answer)
  return state === null ? { code: 'PAY_CONFIRM_ENDED' } : { code: null, state }
}
