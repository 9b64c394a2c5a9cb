import type { Sku } from '@shirogane/contract/resources/brand/skus'
import { describe, expect, test } from 'vitest'
import { addAmount, addSku, itemsOf, removeLine, restoreLine, setQuantity, totalsOf } from './cart.ts'
import { spread } from '@shirogane/domain/money/spread'
import { previewOf } from '../tender/preview.ts'
import fc from 'fast-check'

const article = (id: string, price: number): Sku => ({
  id,
  sku: `SV-${id}`,
  barcode: `20${id}`,
  name: id,
  price,
  tax_rate: 1_000,
  picture: 'cup',
  photo: null,
  piece: false,
  active: true,
  not_returnable: null,
  silver: null,
})
const cup = article('cup', 19_800)
const ring = article('ring', 8_800)
const spoon = article('spoon', 4_400)
const cloth = article('cloth', 880)
/** The cart of the reference picture: 38,280 yen. */
const mock = [cup, ring, spoon, spoon, cloth].reduce(addSku, [] as ReturnType<typeof addSku>)

const whole = (lines: ReturnType<typeof addSku>) => ({ lines, discount: null })

describe('the cart', () => {
  test('the same article twice is one line of two pieces', () => {
    expect(totalsOf(whole(mock))).toMatchObject({ total: 38_280, kinds: 4, pieces: 5 })
  })

  test('two typed amounts of one name stay two lines', () => {
    const lines = addAmount(addAmount([], 'a', '雑貨', 300, 1), 'b', '雑貨', 300, 2)
    expect(totalsOf(whole(lines))).toMatchObject({ total: 900, kinds: 2, pieces: 3 })
  })

  test('a quantity stays between one and the limit', () => {
    const [line] = mock
    if (!line) throw new Error('the cart is empty')
    expect(setQuantity([line], line.key, 0)[0]?.quantity).toBe(1)
    expect(setQuantity([line], line.key, 5_000)[0]?.quantity).toBe(999)
  })

  test('a removed line comes back where it was', () => {
    const line = mock[1]
    if (!line) throw new Error('the cart is empty')
    expect(restoreLine(removeLine(mock, line.key), line, 1)).toEqual(mock)
  })

  test('a removed line whose article was scanned again meanwhile adds its pieces', () => {
    const line = mock[2]
    if (!line) throw new Error('the cart is empty')
    const again = addSku(removeLine(mock, line.key), spoon)
    expect(restoreLine(again, line, 2).find((other) => other.key === spoon.id)?.quantity).toBe(3)
  })

  test('the server is never told the price of an article', () => {
    expect(itemsOf(addAmount(addSku([], cup), 'x', '名入れ', 2_200, 1))).toEqual([
      { sku_id: 'cup', quantity: 1 },
      { name: '名入れ', unit_price: 2_200, quantity: 1 },
    ])
  })
})

describe('what the plate shows', () => {
  test('tax is counted after points, and points are earned on what is left after points', () => {
    expect(previewOf(whole(mock), 3_215, 100)).toEqual({ tax: [{ rate: 1_000, tax: 3_187 }], earned: 350 })
  })

  test('without a member nothing is earned', () => {
    expect(previewOf(whole(mock), 0, null)).toEqual({ tax: [{ rate: 1_000, tax: 3_480 }], earned: null })
  })

  test('each rate is rounded once', () => {
    const food = { ...article('food', 1_001), tax_rate: 800 }
    expect(
      previewOf(whole([food, cup].reduce(addSku, [] as ReturnType<typeof addSku>)), 0, null).tax,
    ).toEqual([
      { rate: 1_000, tax: 1_800 },
      { rate: 800, tax: 74 },
    ])
  })

  test('shares add up to the whole, however it is divided', () => {
    fc.assert(
      fc.property(
        fc.nat(999_999_999),
        fc.array(fc.integer({ min: 0, max: 999_999_999 }), { minLength: 1 }),
        (amount, parts) => {
          const sum = spread(amount, parts).reduce((a, b) => a + b, 0)
          expect(sum).toBe(parts.every((part) => part === 0) ? 0 : amount)
        },
      ),
    )
  })
})
