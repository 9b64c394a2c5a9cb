import { expect, test } from 'vitest'
import { followMove, followQuestion } from './follow-question.ts'
import type { QuestionState } from './question.ts'

const step = (decided: ReturnType<typeof followQuestion> | ReturnType<typeof followMove>) =>
  decided.is === 'refused' ? decided.code : decided.is

test('who was not asked is', () => {
  expect([followQuestion(null), followMove(null)]).toEqual([{ is: 'ask' }, { is: 'ask' }])
})

const changed = 'PAY_CONFIRM_CHANGED'
const expired = 'PAY_CONFIRM_EXPIRED'

test.each<[QuestionState, own: string, ofAnother: string, ofOther: string, otherOfAnother: string]>([
  ['pending', 'wait', 'wait', changed, changed],
  ['approved', 'go', 'go', changed, changed],
  ['declined', 'PAY_CONFIRM_DECLINED', 'ask', 'PAY_CONFIRM_DECLINED', 'ask'],
  ['withdrawn', 'PAYMENT_CANCELED', 'ask', 'PAYMENT_CANCELED', 'ask'],
  ['expired', expired, 'ask', expired, 'ask'],
  ['spent', expired, 'ask', expired, 'ask'],
])('a payment whose question is %s', (state, own, ofAnother, ofOther, otherOfAnother) => {
  const follow = (is_of_request: boolean, is_same: boolean) =>
    step(followQuestion({ state, is_of_request, is_same }))
  expect([follow(true, true), follow(false, true)]).toEqual([own, ofAnother])
  expect([follow(true, false), follow(false, false)]).toEqual([ofOther, otherOfAnother])
})

test.each<[QuestionState, open: string, closed: string]>([
  ['pending', 'wait', 'drop'],
  ['approved', 'go', 'drop'],
  ['declined', 'drop', 'drop'],
  ['withdrawn', 'drop', 'drop'],
  ['expired', 'drop', 'drop'],
  ['spent', 'go', 'go'],
])('a move whose question is %s, with its checkout open or closed', (state, open, closed) => {
  const follow = (is_closed: boolean, is_same = true) => step(followMove({ state, is_closed, is_same }))
  expect([follow(false), follow(true)]).toEqual([open, closed])
  expect([follow(false, false), follow(true, false)]).toEqual(Array(2).fill('IDEMPOTENCY_KEY_REUSED'))
})
