import { describe, expect, test } from 'vitest'
import { answerQuestion } from './answer-question.ts'
import { dropMove, endQuestions, withdrawQuestion } from './end-question.ts'
import {
  moveQuestion,
  type QuestionEvent,
  type QuestionFacts,
  type QuestionState,
  stateNow,
} from './question.ts'

const states: QuestionState[] = ['pending', 'approved', 'declined', 'expired', 'withdrawn', 'spent']
/** With time to answer, with time to use the answer alone, and with none. */
const asked = (state: QuestionState): QuestionFacts => ({ state, is_answer_over: false, is_use_over: false })
const answered = (state: QuestionState): QuestionFacts => ({ ...asked(state), is_answer_over: true })
const late = (state: QuestionState): QuestionFacts => ({ ...answered(state), is_use_over: true })

test.each<[QuestionState, Partial<Record<QuestionEvent, QuestionState>>]>([
  ['pending', { approve: 'approved', decline: 'declined', withdraw: 'withdrawn', end: 'expired' }],
  ['approved', { withdraw: 'withdrawn', end: 'expired' }],
  ['declined', {}],
  ['expired', {}],
  ['withdrawn', {}],
  ['spent', {}],
])('a question that is %s becomes no more than this', (state, becomes) => {
  for (const event of ['approve', 'decline', 'withdraw', 'end'] as const)
    expect(moveQuestion(state, event)).toBe(becomes[event] ?? null)
})

test('the time of a question is the one to answer it, then the one to use the answer', () => {
  expect(states.map((state) => stateNow(asked(state)))).toEqual(states)
  expect(states.map((state) => stateNow(answered(state)))).toEqual(['expired', ...states.slice(1)])
  expect(states.map((state) => stateNow(late(state)))).toEqual(['expired', 'expired', ...states.slice(2)])
})

describe('an answer', () => {
  const gives = (question: QuestionFacts | null, agrees: boolean) => {
    const decided = answerQuestion({ question }, { agrees })
    return decided.code ?? decided.state ?? 'nothing new'
  }
  const ended = 'PAY_CONFIRM_ENDED'
  const tooLate = 'PAY_CONFIRM_LATE'
  const table: [string, QuestionFacts | null, string, string][] = [
    ['that was not asked', null, 'NOT_FOUND', 'NOT_FOUND'],
    ['that waits', asked('pending'), 'approved', 'declined'],
    ['whose time is over', answered('pending'), tooLate, tooLate],
    ['whose time is over for long', late('pending'), tooLate, tooLate],
    ['that is approved', asked('approved'), 'nothing new', ended],
    ['that was approved in time', answered('approved'), 'nothing new', ended],
    ['that was approved and not used', late('approved'), 'nothing new', ended],
    ['that was paid', asked('spent'), 'nothing new', ended],
    ['that was declined', asked('declined'), ended, 'nothing new'],
    ['that was declined long ago', late('declined'), ended, 'nothing new'],
    ['that was taken back', asked('withdrawn'), ended, ended],
    ['that was taken back long ago', late('withdrawn'), ended, ended],
    ['that has expired', late('expired'), tooLate, tooLate],
  ]

  test.each(table)('to a question %s', (_, question, yes, no) => {
    expect([gives(question, true), gives(question, false)]).toEqual([yes, no])
  })
})

test('a register takes back what still waits or is still to be used, also after its time', () => {
  expect(withdrawQuestion({ question: null })).toEqual({ state: null })
  for (const at of [asked, answered, late])
    expect(states.map((state) => withdrawQuestion({ question: at(state) }).state)).toEqual([
      'withdrawn',
      'withdrawn',
      null,
      null,
      null,
      null,
    ])
})

test('a move holds a code while its giver may say yes, and from then on as long as the yes is good', () => {
  const dropped = (at: (state: QuestionState) => QuestionFacts) =>
    states.filter((state) => dropMove({ question: at(state) }).is_dropped)
  expect(dropMove({ question: null })).toEqual({ is_dropped: false })
  expect(dropped(asked)).toEqual(['declined', 'expired', 'withdrawn'])
  expect(dropped(answered)).toEqual(['pending', 'declined', 'expired', 'withdrawn'])
  expect(dropped(late)).toEqual(['pending', 'approved', 'declined', 'expired', 'withdrawn'])
})

test('what was not answered or not used in time is ended, and nothing twice', () => {
  const ended = (at: (state: QuestionState) => QuestionFacts) =>
    endQuestions({ questions: states.map((state) => ({ id: state, ...at(state) })) }).ended
  expect(ended(asked)).toEqual([])
  expect(ended(answered)).toEqual(['pending'])
  expect(ended(late)).toEqual(['pending', 'approved'])
})
