import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noTenders, type ByTender, eachOf, allTenders } from '@shirogane/domain/sales/tenders'
import { allocate, type SaleLine, taxOf } from './allocate.ts'
import { spread } from '@shirogane/domain/money/spread'
import type { LineRow } from '../rows.ts'
import { lineOf } from '../testing/world.ts'

const shareNames = allTenders.map((tender) => `share_${tender}` as const)
const sharesOf = (line: LineRow) => shareNames.map((name) => line[name])
const sumOf = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** Lines with any subtotals, and tenders that pay exactly them. */
const sale = fc
  .tuple(
    fc.array(fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 999_999_999 })), {
      minLength: 1,
      maxLength: 100,
    }),
    fc.array(fc.integer({ min: 0, max: 1_000_000 }), {
      minLength: allTenders.length,
      maxLength: allTenders.length,
    }),
  )
  .map(([subtotals, weights]) => {
    const lines = subtotals.map((subtotal, index) => lineOf(index + 1, subtotal))
    const parts = shareOut(sumOf(subtotals), weights)
    return { lines, tenders: eachOf(allTenders, (_tender, place) => parts[place]!) }
  })

/** Cuts a total at places that the weights choose: any division, and whole in the end. */
function shareOut(total: number, weights: readonly number[]): number[] {
  const all = sumOf(weights)
  let given = 0
  let seen = 0
  return weights.map((weight, index) => {
    seen += weight
    const until = index === weights.length - 1 || all === 0 ? total : Math.floor((total / all) * seen)
    const part = Math.min(total, until) - given
    given += part
    return part
  })
}

describe('spreading tenders over lines', () => {
  test('the worked example: ring and chain, paid with points, balance and cash', () => {
    const lines = [lineOf(1, 7_700), lineOf(2, 3_300)]
    const [ring, chain] = allocate(lines, { ...noTenders, points: 1_000, balance: 5_000, cash: 5_000 })
    expect(ring).toMatchObject({ share_points: 700, share_balance: 3_500, share_cash: 3_500, share_card: 0 })
    expect(chain).toMatchObject({ share_points: 300, share_balance: 1_500, share_cash: 1_500, share_card: 0 })
  })

  test.each<{ name: string; subtotals: number[]; tenders: Partial<ByTender>; shares: number[][] }>([
    {
      name: 'one line carries everything',
      subtotals: [100],
      tenders: { points: 10, balance: 20, cash: 30, card: 40 },
      shares: [[10, 20, 30, 40, 0]],
    },
    {
      name: 'a tie gives the odd yen to the earlier line',
      subtotals: [50, 50],
      tenders: { points: 1, cash: 99 },
      shares: [
        [1, 0, 49, 0, 0],
        [0, 0, 50, 0, 0],
      ],
    },
    {
      name: 'the largest remainder gets the odd yen, wherever it stands',
      subtotals: [10, 15],
      tenders: { points: 1, card: 24 },
      shares: [
        [0, 0, 0, 10, 0],
        [1, 0, 0, 14, 0],
      ],
    },
    {
      name: 'three equal lines and two odd yen: the first two',
      subtotals: [100, 100, 100],
      tenders: { balance: 200, cash: 100 },
      shares: [
        [0, 67, 33, 0, 0],
        [0, 67, 33, 0, 0],
        [0, 66, 34, 0, 0],
      ],
    },
    {
      name: 'a free line carries nothing',
      subtotals: [0, 7],
      tenders: { points: 3, balance: 4 },
      shares: [
        [0, 0, 0, 0, 0],
        [3, 4, 0, 0, 0],
      ],
    },
  ])('$name', ({ subtotals, tenders, shares }) => {
    const lines = subtotals.map((subtotal, index) => lineOf(index + 1, subtotal))
    expect(allocate(lines, { ...noTenders, ...tenders }).map(sharesOf)).toEqual(shares)
  })

  test('tenders that do not pay the lines are a mistake of the caller', () => {
    expect(() => allocate([lineOf(1, 100)], { ...noTenders, cash: 99 })).toThrow(RangeError)
    expect(() => allocate([lineOf(1, 100)], { ...noTenders, cash: 101 })).toThrow(RangeError)
    expect(() => allocate([], { ...noTenders, cash: 1 })).toThrow(RangeError)
  })

  test('both ways add up to the yen, no share is negative, none passes its line, and it is always the same', () => {
    fc.assert(
      fc.property(sale, ({ lines, tenders }) => {
        const shared = allocate(lines, tenders)
        for (const line of shared) {
          const shares = sharesOf(line)
          expect(sumOf(shares)).toBe(line.subtotal)
          expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
          expect(Math.max(...shares)).toBeLessThanOrEqual(line.subtotal)
        }
        const paid = shareNames.map((name) => sumOf(shared.map((line) => line[name])))
        expect(paid).toEqual(allTenders.map((tender) => tenders[tender]))
        expect(allocate(lines, tenders)).toEqual(shared)
      }),
      { numRuns: 500 },
    )
  })

  test('a part is never further than one from its exact proportion, and equal weights differ by one, the earlier more', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 999_999_999 }), { minLength: 1, maxLength: 100 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (weights, part) => {
          const sum = sumOf(weights)
          const amount = Math.floor(sum * part)
          const parts = spread(amount, weights)
          expect(sumOf(parts)).toBe(sum === 0 ? 0 : amount)
          for (const [index, weight] of weights.entries()) {
            const given = BigInt(parts[index] ?? 0) * BigInt(Math.max(sum, 1))
            const distance = given - BigInt(amount) * BigInt(weight)
            expect(distance < BigInt(Math.max(sum, 1)) && -distance < BigInt(Math.max(sum, 1))).toBe(true)
            const twin = weights.indexOf(weight)
            expect((parts[twin] ?? 0) - (parts[index] ?? 0)).toBeOneOf([0, 1])
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  test('amounts whose product passes what a double holds are still exact', () => {
    const weights = [999_999_999, 999_999_998, 1]
    expect(spread(1_999_999_998, weights)).toEqual([999_999_999, 999_999_998, 1])
    // One yen short: the smallest weights have the largest remainders.
    expect(spread(1_999_999_997, weights)).toEqual([999_999_998, 999_999_998, 1])
  })
})

describe('tax', () => {
  const taxOfTotal = (subtotals: readonly number[], points = 0, rate = 1000) => {
    const lines = subtotals.map((subtotal, index): SaleLine => lineOf(index + 1, subtotal, rate))
    return taxOf(allocate(lines, { ...noTenders, points, cash: sumOf(subtotals) - points }))
  }

  test.each([
    [9_999, 909],
    [10_000, 909],
    [12_980, 1_180],
    [19_800, 1_800],
    [54_999, 4_999],
    [1, 0],
    [10, 0],
    [11, 1],
    [999_999_999, 90_909_090],
  ])('%i yen hold a tax of %i yen', (total, tax) => {
    expect(taxOfTotal([total])).toEqual([{ rate: 1000, taxable: total, tax }])
  })

  test('it is reckoned once on the document, never on each line', () => {
    expect(taxOfTotal([105, 105, 105])).toEqual([{ rate: 1000, taxable: 315, tax: 28 }])
  })

  test('points lower what is taxed, every other tender does not', () => {
    expect(taxOfTotal([8_800, 7_150], 950)).toEqual([{ rate: 1000, taxable: 15_000, tax: 1_363 }])
    const lines = [lineOf(1, 15_950)]
    for (const tender of ['balance', 'cash', 'card', 'later'] as const) {
      expect(taxOf(allocate(lines, { ...noTenders, [tender]: 15_950 }))).toEqual([
        { rate: 1000, taxable: 15_950, tax: 1_450 },
      ])
    }
  })

  test('each rate has its own row, the highest first, and points lower each by the share of its lines', () => {
    const lines = [lineOf(1, 1_080, 800), lineOf(2, 2_200), lineOf(3, 500, 0)]
    expect(taxOf(allocate(lines, { ...noTenders, points: 378, cash: 3_402 }))).toEqual([
      { rate: 1000, taxable: 1_980, tax: 180 },
      { rate: 800, taxable: 972, tax: 72 },
      { rate: 0, taxable: 450, tax: 0 },
    ])
  })

  test('the rows add up to what is left after points, and no row holds more tax than its rate', () => {
    fc.assert(
      fc.property(
        sale,
        fc.array(fc.constantFrom(0, 800, 1000), { minLength: 100, maxLength: 100 }),
        ({ lines, tenders }, rates) => {
          const mixed = lines.map((line, index) => ({ ...line, tax_rate_bp: rates[index] ?? 0 }))
          const rows = taxOf(allocate(mixed, tenders))
          expect(sumOf(rows.map(({ taxable }) => taxable))).toBe(
            sumOf(lines.map(({ subtotal }) => subtotal)) - tenders.points,
          )
          for (const { rate, taxable, tax } of rows) {
            expect(tax).toBe(Number((BigInt(taxable) * BigInt(rate)) / BigInt(10_000 + rate)))
          }
        },
      ),
    )
  })
})
