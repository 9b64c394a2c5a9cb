/**
 * A question to a customer about a payment or a move of points: `pending` waits for an answer and `approved` for what was
 * agreed to; the others have ended.
 */
export type QuestionState = 'pending' | 'approved' | 'declined' | 'expired' | 'withdrawn' | 'spent'

/** A question as it is written down, and whether its times are over: the one to answer, and the one to use a yes. */
export type QuestionFacts = {
  state: QuestionState
  is_answer_over: boolean
  is_use_over: boolean
}

/** The customer says yes or no, the register takes the question back, or its time is over. */
export type QuestionEvent = 'approve' | 'decline' | 'withdraw' | 'end'

/** What a question becomes by each event. Everything else changes nothing; only its payment spends an approved one. */
const steps: Readonly<Record<QuestionState, Partial<Record<QuestionEvent, QuestionState>>>> = {
  pending: { approve: 'approved', decline: 'declined', withdraw: 'withdrawn', end: 'expired' },
  approved: { withdraw: 'withdrawn', end: 'expired' },
  declined: {},
  expired: {},
  withdrawn: {},
  spent: {},
}

/** What a question becomes by an event; null where it stays as it is. */
export function moveQuestion(state: QuestionState, event: QuestionEvent): QuestionState | null {
  return steps[state][event] ?? null
}

/** As a question stands now: one that was not answered or not used in time has expired, written down or not. */
export function stateNow({ state, is_answer_over, is_use_over }: QuestionFacts): QuestionState {
  const isOver = (state === 'pending' && is_answer_over) || (state === 'approved' && is_use_over)
  return isOver ? 'expired' : state
}
