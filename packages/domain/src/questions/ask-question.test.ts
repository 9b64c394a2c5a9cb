import { expect, test } from 'vitest'
import type { CodeFacts } from '../codes/refuse-code.ts'
import { type AskFacts, askQuestion } from './ask-question.ts'

const held: CodeFacts = { state: 'claimed', is_claimed_here: true, is_claim_live: true, is_over: false }
const open = { status: 'open', is_here: true, code: held } as const
const waiting = { state: 'pending', is_answer_over: false, is_use_over: false, is_same: true } as const
const agreed = { ...waiting, state: 'approved', is_answer_over: true } as const

const fresh = { code: null, fresh: true, ends_before: false, due_on: null }
const again = { ...fresh, fresh: false }
const state = { code: 'PAYMENT_STATE' }
const changed = { code: 'PAY_CONFIRM_CHANGED' }

test.each<[string, Partial<AskFacts>, object]>([
  ['a customer is asked about what is open', {}, fresh],
  ['not about what is nowhere', { checkout: null }, state],
  ['nor about what was put aside', { checkout: { ...open, status: 'saved' } }, state],
  ['or given up', { checkout: { ...open, status: 'cancelled' } }, state],
  ['or paid', { checkout: { ...open, status: 'settled' } }, state],
  ['nor from another register', { checkout: { ...open, is_here: false } }, state],
  ['which is said before what was asked', { checkout: null, question: waiting }, state],
  ['the same is asked once', { question: waiting }, again],
  ['also after it was approved', { question: agreed }, again],
  ['nothing else meanwhile', { question: { ...waiting, is_same: false } }, changed],
  ['nor after it was approved', { question: { ...agreed, is_same: false } }, changed],
  [
    'whatever became of the code',
    { question: waiting, checkout: { ...open, code: { ...held, state: 'void' } } },
    again,
  ],
  [
    'what was not answered in time is ended',
    { question: { ...waiting, is_answer_over: true } },
    { ...fresh, ends_before: true },
  ],
  [
    'so is what was not used in time',
    { question: { ...agreed, is_use_over: true, is_same: false } },
    { ...fresh, ends_before: true },
  ],
  ['what was declined may be asked anew', { question: { ...waiting, state: 'declined' } }, fresh],
  ['and what was taken back', { question: { ...waiting, state: 'withdrawn', is_same: false } }, fresh],
  ['and what has ended', { question: { ...agreed, state: 'expired', is_use_over: true } }, fresh],
  [
    'a code that has ended carries no question',
    { checkout: { ...open, code: { ...held, state: 'void' } } },
    state,
  ],
  [
    'nor one that another register has',
    { checkout: { ...open, code: { ...held, is_claimed_here: false } } },
    state,
  ],
  [
    'a hold that ran out begins anew',
    { checkout: { ...open, code: { ...held, is_claim_live: false } } },
    fresh,
  ],
])('%s', (_, change, expected) => {
  const facts = { today: '2026-11-21', checkout: open, question: null, ...change }
  expect(askQuestion(facts, { later: 0 })).toEqual(expected)
})

test('of a deferred part the customer is shown the day on which it is due', () => {
  const facts = { today: '2026-11-21', checkout: open, question: null }
  expect(askQuestion(facts, { later: 900 })).toEqual({ ...fresh, due_on: '2026-12-28' })
  expect(askQuestion({ ...facts, question: waiting }, { later: 900 })).toEqual(again)
})
