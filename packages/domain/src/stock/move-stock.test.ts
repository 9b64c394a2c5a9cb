import { expect, test } from 'vitest'
import { accessOf, personOf } from '../testing/access.ts'
import { moveStock, type StockFacts, type StockKind, type StockLine, type StockWish } from './move-stock.ts'

const level = { shelf: 8, hold: 2, damaged: 1, promised: 0 }
const ring = { sku_id: 'ring', is_stocked: true, is_bought: false, level }
/** In Kanazawa, where they work. */
const inKanazawa = { store_id: 'kanazawa' }
const byManager = accessOf(personOf('manager', 'manager', inKanazawa), inKanazawa)
const byClerk = accessOf(personOf('register', 'clerk', inKanazawa), inKanazawa)
const facts: StockFacts = {
  access: byManager,
  sells_below_zero: false,
  is_destination_open: true,
  transfer: null,
  is_counting: false,
  is_slip_booked: false,
  counted: null,
  articles: [ring],
  adjust_max: 5,
}
const sent = (quantity: number, has_ended = false) => ({
  transfer: { has_ended, lines: [{ sku_id: 'ring', quantity }] },
})
const clerk = { access: byClerk }
const found = (counted: number, { book = 8, moved = false } = {}) => ({
  is_counting: true,
  counted: [
    { sku_id: 'ring', looks: [{ quantity: counted, book, last_seq: 9 }], next_move: moved ? 9 : null },
  ],
})
const wishOf = (kind: StockKind, quantity: number, change: Partial<StockLine> = {}): StockWish => ({
  kind,
  lines: [{ sku_id: 'ring', quantity, ...change }],
})
const result: StockWish = { kind: 'count', count_id: 'count' }
const arrive = (quantity: number) => wishOf('arrival', quantity)
const send = (quantity: number): StockWish => ({ ...wishOf('transfer', quantity), to_store_id: 'kuramae' })
const levelOf = (change: Partial<typeof level>) => ({
  articles: [{ ...ring, level: { ...level, ...change } }],
})

const line = { sku_id: 'ring', place: 'shelf', planned: null }
test.each<[string, Partial<StockFacts>, StockWish, object]>([
  ['what was in the box', {}, wishOf('receive', 4, { planned: 5 }), { ...line, planned: 5, quantity: 4 }],
  ['a correction with its sign', {}, wishOf('adjust', -3), { ...line, quantity: -3 }],
  [
    'what is thrown away',
    {},
    wishOf('dispose', 1, { place: 'damaged' }),
    { ...line, place: 'damaged', quantity: 1 },
  ],
  ['what was looked at', {}, wishOf('inspect', 2), { ...line, quantity: 2 }],
  ['all that is on the shelf when it is sent', {}, send(8), { ...line, quantity: 8 }],
  ['of a transfer what came', sent(5), arrive(4), { ...line, planned: 5, quantity: 4 }],
  ['nothing that came of a transfer', sent(5), arrive(0), { ...line, planned: 5, quantity: 0 }],
  ['of a recall all that was sent', sent(5), { kind: 'recall' }, { ...line, quantity: 5 }],
  ['the difference of one count to the shelf', {}, wishOf('count', 6), { ...line, planned: 8, quantity: -2 }],
  [
    'the difference to the books of when it was counted: three sold since stay sold',
    { ...found(7), ...levelOf({ shelf: 5 }) },
    result,
    { ...line, planned: 8, quantity: -1 },
  ],
  ['a count without a difference', found(8), result, { ...line, planned: 8, quantity: 0 }],
  [
    'more than the shelf has, where a shop sells below zero',
    { sells_below_zero: true },
    wishOf('adjust', -9),
    { ...line, quantity: -9 },
  ],
  ['of register staff five pieces', clerk, wishOf('adjust', -5), { ...line, quantity: -5 }],
  ['of register staff any delivery', clerk, wishOf('receive', 600), { ...line, quantity: 600 }],
  [
    'six with a second person',
    clerk,
    { ...wishOf('adjust', -6), approved_by: 'manager' },
    { ...line, quantity: -6 },
  ],
  [
    'what head office does in any shop',
    { access: accessOf(personOf('owner'), inKanazawa) },
    wishOf('receive', 1),
    { ...line, quantity: 1 },
  ],
  [
    'a bought piece by its own ledger',
    { articles: [{ ...ring, is_bought: true }] },
    { ...wishOf('dispose', 1), piece: true },
    { ...line, quantity: 1 },
  ],
])('a document says %s', (_, change, wish, decided) => {
  expect(moveStock({ ...facts, ...change }, wish)).toEqual({ code: null, lines: [decided], opens: [] })
})

test('the first act on an article gives it a stock', () => {
  const articles = [{ ...ring, level: null }]
  const lines = [{ ...line, quantity: 3 }]
  expect(moveStock({ ...facts, articles }, wishOf('opening', 3))).toEqual({
    code: null,
    lines,
    opens: ['ring'],
  })
  expect(moveStock({ ...facts, articles }, wishOf('adjust', -1))).toEqual({ code: 'STOCK_SHORTAGE', n: 0 })
})

test.each<[string, Partial<StockFacts>, StockWish, object]>([
  [
    'by a person without the right',
    { access: accessOf(personOf('accounting'), inKanazawa) },
    wishOf('receive', 1),
    { code: 'FORBIDDEN' },
  ],
  ['that ends a count, by register staff', { ...clerk, ...found(8) }, result, { code: 'FORBIDDEN' }],
  [
    'in another shop',
    { access: { ...byManager, store_id: 'kuramae' } },
    wishOf('receive', 1),
    { code: 'NOT_FOUND' },
  ],
  [
    'to the end of no transfer',
    { access: { ...byManager, store_id: null } },
    { kind: 'recall' },
    { code: 'NOT_FOUND' },
  ],
  ['that sends to a closed shop', { is_destination_open: false }, send(1), { code: 'NOT_FOUND' }],
  ['on a transfer that has ended', sent(5, true), arrive(5), { code: 'TRANSFER_ENDED' }],
  ['from a shop to itself', {}, { ...send(1), to_store_id: 'kanazawa' }, { code: 'TRANSFER_SAME_STORE' }],
  ['while a count runs', { is_counting: true }, wishOf('adjust', 1), { code: 'STOCKTAKE_IN_PROGRESS' }],
  ['on a slip that is booked', { is_slip_booked: true }, wishOf('receive', 1), { code: 'DELIVERY_BOOKED' }],
  ['on a count that still runs', { is_counting: true }, result, { code: 'STOCKTAKE_STATE' }],
  ['that takes in more than was sent', sent(5), arrive(6), { code: 'TRANSFER_LINES' }],
  ['that does not say what came', sent(5), { kind: 'arrival', lines: [] }, { code: 'TRANSFER_LINES' }],
  ['on a count of nothing', { counted: [] }, result, { code: 'STOCKTAKE_EMPTY' }],
  ['on an unknown article', { articles: [] }, wishOf('receive', 1), { code: 'SKU_NOT_FOUND' }],
  [
    'on a service',
    { articles: [{ ...ring, is_stocked: false }] },
    wishOf('receive', 1),
    { code: 'SKU_NOT_STOCKED' },
  ],
  [
    'on a bought piece',
    { articles: [{ ...ring, is_bought: true }] },
    wishOf('dispose', 1),
    { code: 'STOCK_OF_BUYBACK' },
  ],
  [
    'on what moved while it was counted',
    found(8, { moved: true }),
    result,
    { code: 'STOCKTAKE_AGAIN', n: 1 },
  ],
  [
    'on a difference that the shelf has no room for',
    { ...found(5), ...levelOf({ shelf: 2 }) },
    result,
    { code: 'STOCKTAKE_AGAIN', n: 1 },
  ],
  ['on a shelf that has changed', {}, wishOf('adjust', -1, { expected: 9 }), { code: 'CONFLICT' }],
  ['that takes more than the shelf has', {}, wishOf('adjust', -9), { code: 'STOCK_SHORTAGE', n: 8 }],
  [
    'that takes what is broken and is not there',
    { sells_below_zero: true },
    wishOf('dispose', 2, { place: 'damaged' }),
    { code: 'STOCK_SHORTAGE', n: 1 },
  ],
  [
    'that takes what was put aside',
    {},
    wishOf('dispose', 3, { place: 'hold' }),
    { code: 'STOCK_SHORTAGE', n: 2 },
  ],
  ['that looks at more than waits', {}, wishOf('inspect', 3), { code: 'STOCK_SHORTAGE', n: 2 }],
  ['that sends what is promised', levelOf({ promised: 3 }), send(6), { code: 'STOCK_SHORTAGE', n: 5 }],
  ['that sends from below zero', levelOf({ shelf: -2 }), send(1), { code: 'STOCK_SHORTAGE', n: 0 }],
  [
    'on a bought piece twice, where a shop sells below zero',
    { sells_below_zero: true, articles: [{ ...ring, is_bought: true, level: { ...level, shelf: 0 } }] },
    wishOf('adjust', -1),
    { code: 'STOCK_SHORTAGE', n: 0 },
  ],
  [
    'of register staff on six pieces',
    clerk,
    wishOf('adjust', -6),
    { code: 'APPROVAL_REQUIRED', n: 6, again: true },
  ],
  [
    'of register staff on a count of six more',
    clerk,
    wishOf('count', 14),
    { code: 'APPROVAL_REQUIRED', n: 6, again: true },
  ],
  [
    'of register staff on six to throw away',
    clerk,
    wishOf('dispose', 6),
    { code: 'APPROVAL_REQUIRED', n: 6, again: true },
  ],
])('refuses an act %s', (_, change, wish, refusal) => {
  expect(moveStock({ ...facts, ...change }, wish)).toEqual(refusal)
})

test('the first of several lines says why, and register staff are counted all pieces of an act', () => {
  const articles = [ring, { ...ring, sku_id: 'chain', level: { ...level, shelf: 1 } }]
  const lines = [
    { sku_id: 'ring', quantity: -4 },
    { sku_id: 'chain', quantity: -2 },
  ]
  const both = (change: Partial<StockFacts>) =>
    moveStock({ ...facts, articles, ...change }, { kind: 'adjust', lines })
  expect(both({})).toEqual({ code: 'STOCK_SHORTAGE', n: 1 })
  expect(both({ ...clerk, sells_below_zero: true })).toMatchObject({ code: 'APPROVAL_REQUIRED', n: 6 })
})

test('of what stands against an act, the earliest in its order is said', () => {
  const blocked: StockFacts = { ...facts, is_counting: true, is_slip_booked: true, articles: [] }
  const lost: Partial<StockFacts>[] = [
    { is_counting: false },
    { is_slip_booked: false },
    { articles: [ring] },
  ]
  const wish = wishOf('receive', 1)
  const codes = lost.map(
    (_, index) => moveStock(Object.assign({}, blocked, ...lost.slice(0, index)), wish).code,
  )
  expect(codes).toEqual(['STOCKTAKE_IN_PROGRESS', 'DELIVERY_BOOKED', 'SKU_NOT_FOUND'])
})
