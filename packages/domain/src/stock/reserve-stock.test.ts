import { expect, test } from 'vitest'
import { type ReserveFacts, reserveStock } from './reserve-stock.ts'

const levelOf = (shelf: number, promised = 0) => ({ shelf, promised, hold: 9, damaged: 9 })
const facts: ReserveFacts = {
  sells_below_zero: false,
  articles: [
    { sku_id: 'ring', level: levelOf(8, 3) },
    { sku_id: 'chain', level: levelOf(1) },
    { sku_id: 'unopened', level: null },
  ],
}
const ring = (quantity: number) => ({ sku_id: 'ring', quantity })
const chain = (quantity: number) => ({ sku_id: 'chain', quantity })

test.each([
  ['all that is not promised', [ring(5)], [ring(5)]],
  ['an article that stands in two lines once', [ring(2), chain(1), ring(3)], [ring(5), chain(1)]],
  ['nothing without lines', [], []],
  ['no article without a stock', [{ sku_id: 'unopened', quantity: 2 }, ring(1)], [ring(1)]],
])('keeps %s', (_, asked, lines) => {
  expect(reserveStock(facts, asked)).toEqual({ code: null, lines })
})

test.each([
  ['what is promised to others', [ring(6)], 5],
  ['more than there is in two lines', [ring(3), ring(3)], 5],
  ['what the first short line asks for', [ring(1), chain(2), ring(9)], 5],
  ['the last piece twice', [chain(2)], 1],
])('keeps not %s', (_, asked, n) => {
  expect(reserveStock(facts, asked)).toEqual({ code: 'STOCK_SHORTAGE', n })
})

test('below zero there is none left, and a shop that sells below zero keeps it all the same', () => {
  const below = { ...facts, articles: [{ sku_id: 'ring', level: levelOf(-2) }] }
  expect(reserveStock(below, [ring(1)])).toEqual({ code: 'STOCK_SHORTAGE', n: 0 })
  expect(reserveStock({ ...below, sells_below_zero: true }, [ring(1)])).toEqual({
    code: null,
    lines: [ring(1)],
  })
})
