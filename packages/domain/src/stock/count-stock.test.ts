import { describe, expect, test } from 'vitest'
import {
  type CountState,
  type LookFacts,
  lookAtArticle,
  type LookWish,
  openCount,
  stepCount,
  sumLooks,
} from './count-stock.ts'

test.each<[string, { known_store?: string; running?: string }, object]>([
  ['is opened where none runs', {}, { code: null, id: 'new', opens: true }],
  ['is joined where one runs', { running: 'old' }, { code: null, id: 'old', opens: false }],
  [
    'that is asked for again is the same, also once it has ended',
    { known_store: 'kanazawa', running: 'old' },
    { code: null, id: 'new', opens: false },
  ],
  ['of another shop bears the id already', { known_store: 'kuramae' }, { code: 'CONFLICT' }],
])('a count %s', (_, { known_store = null, running = null }, decided) => {
  expect(openCount({ known_store, running }, { id: 'new', store_id: 'kanazawa' })).toEqual(decided)
})

describe('a look at an article', () => {
  const facts: LookFacts = { state: 'counting', is_stocked: true, own: null }

  test.each<[string, Partial<LookFacts>, LookWish, object]>([
    ['is the first', {}, { add: 1 }, { quantity: 1, is_whole: false }],
    ['adds to those before it', { own: 4 }, { add: 3 }, { quantity: 7, is_whole: false }],
    ['adds no more than a figure may be', { own: 99_998 }, { add: 5 }, { quantity: 99_999, is_whole: false }],
    ['says the whole figure', { own: 4 }, { quantity: 0 }, { quantity: 0, is_whole: true }],
    ['forgets the figures of all', { own: 4 }, { again: true }, { forgets: true }],
    ['puts right what is looked over', { state: 'review' }, { quantity: 2 }, { quantity: 2, is_whole: true }],
  ])('%s', (_, change, wish, decided) => {
    expect(lookAtArticle({ ...facts, ...change }, wish)).toEqual({ code: null, ...decided })
  })

  test.each<[string, Partial<LookFacts>, string]>([
    ['no count', { state: null }, 'STOCKTAKE_STATE'],
    ['a count that is posted', { state: 'posted', is_stocked: null }, 'STOCKTAKE_STATE'],
    ['a count that was given up', { state: 'cancelled' }, 'STOCKTAKE_STATE'],
    ['an unknown article', { is_stocked: null }, 'SKU_NOT_FOUND'],
    ['a service', { is_stocked: false }, 'SKU_NOT_STOCKED'],
  ])('is refused at %s', (_, change, code) => {
    for (const wish of [{ add: 1 }, { again: true }] as const)
      expect(lookAtArticle({ ...facts, ...change }, wish)).toEqual({ code })
  })
})

test.each<[CountState, string, string]>([
  ['counting', 'counting', 'stays'],
  ['counting', 'review', 'changes'],
  ['counting', 'cancelled', 'changes'],
  ['review', 'counting', 'changes'],
  ['review', 'review', 'stays'],
  ['review', 'cancelled', 'changes'],
  ['posted', 'counting', 'STOCKTAKE_STATE'],
  ['posted', 'review', 'STOCKTAKE_STATE'],
  ['posted', 'cancelled', 'STOCKTAKE_STATE'],
  ['cancelled', 'counting', 'STOCKTAKE_STATE'],
  ['cancelled', 'review', 'STOCKTAKE_STATE'],
  ['cancelled', 'cancelled', 'stays'],
])('a count that is %s and shall be %s: %s', (state, wished, outcome) => {
  const step = (may_count: boolean) =>
    stepCount({ state, may_count }, wished as Exclude<CountState, 'posted'>)
  const decided =
    outcome === 'STOCKTAKE_STATE' ? { code: outcome } : { code: null, changes: outcome === 'changes' }
  expect(step(true)).toEqual(decided)
  expect(step(false)).toEqual(wished === 'cancelled' ? { code: 'FORBIDDEN' } : decided)
})

describe('the looks of a count at an article', () => {
  const look = (quantity: number, last_seq: number, book = 8) => ({ quantity, last_seq, book })

  test('come to nothing before the first', () => {
    expect(sumLooks({ looks: [], next_move: null })).toBeNull()
    expect(sumLooks({ looks: [], next_move: 3 })).toBeNull()
  })

  test.each<[string, ReturnType<typeof look>[], number | null, object]>([
    ['are what one person found', [look(6, 4)], null, { counted: 6, book: 8, moved: false }],
    ['are also a figure of nothing', [look(0, 4)], null, { counted: 0, book: 8, moved: false }],
    ['add up over all persons', [look(6, 4), look(2, 4), look(0, 4)], null, { counted: 8 }],
    ['are compared with the books of the last one', [look(6, 4, 9), look(2, 5, 8)], 5, { book: 8 }],
    ['see what moved between the first and the last', [look(6, 4), look(2, 6)], 6, { moved: true }],
    ['see what moved between two looks of one person', [look(6, 5)], 5, { moved: true }],
    ['leave alone what moved afterwards', [look(6, 4), look(2, 6)], 7, { moved: false }],
  ])('%s', (_, looks, next_move, expected) => {
    expect(sumLooks({ looks, next_move })).toMatchObject(expected)
  })
})
