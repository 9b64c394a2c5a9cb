import { taxIncluded, yen } from '@shirogane/domain/money/money'
import { type ByTender, noTenders } from '@shirogane/domain/sales/tenders'
import { allocate, type LineRow, type SaleLine, taxOf } from '@shirogane/ledger'
import { expect, test } from 'vitest'
import { stampYen } from './stamp.ts'

function sale(prices: readonly number[], tenders: Partial<ByTender>, rate = 1_000): LineRow[] {
  const lines: SaleLine[] = prices.map((price, index) => ({
    line: index + 1,
    sku_id: null,
    sku: null,
    name: '雑貨',
    quantity: 1,
    unit_price: price,
    discount: 0,
    subtotal: price,
    tax_rate_bp: rate,
  }))
  return allocate(lines, { ...noTenders, ...tenders })
}

test.each([
  [9_999, 909],
  [10_000, 909],
  [12_980, 1_180],
  [19_800, 1_800],
  [54_999, 4_999],
])('of %i yen with tax, %i are tax', (total, tax) => {
  expect(taxIncluded(yen(total), 1_000)).toBe(tax)
})

test('tax is counted once for a document and rate: three lines of 105 yen hold 28 and not 27', () => {
  expect(taxOf(sale([105, 105, 105], { cash: 315 }))).toEqual([{ rate: 1_000, taxable: 315, tax: 28 }])
})

test('points are a discount unless the brand counts them as a way to pay', () => {
  const lines = sale([8_800, 7_150], { points: 950, balance: 10_000, cash: 5_000 })
  expect(taxOf(lines)).toEqual([{ rate: 1_000, taxable: 15_000, tax: 1_363 }])
  expect(taxOf(lines, 'payment')).toEqual([{ rate: 1_000, taxable: 15_950, tax: 1_450 }])
})

test.each([
  ['of 54,998 yen in cash', [54_998], { cash: 54_998 }, 0],
  ['of 54,999 yen in cash, which are 50,000 without tax', [54_999], { cash: 54_999 }, 200],
  ['of 1,100,000 yen in cash', [1_100_000], { cash: 1_100_000 }, 200],
  ['of 1,100,002 yen in cash', [1_100_002], { cash: 1_100_002 }, 400],
  ['of 2,200,002 yen in cash', [2_200_002], { cash: 2_200_002 }, 600],
  ['of 3,300,000 yen in cash', [3_300_000], { cash: 3_300_000 }, 600],
  ['of 3,300,002 yen in cash', [3_300_002], { cash: 3_300_002 }, 1_000],
  ['of 5,500,000 yen in cash', [5_500_000], { cash: 5_500_000 }, 1_000],
  ['of 5,500,002 yen in cash', [5_500_002], { cash: 5_500_002 }, 2_000],
  ['of 11,000,002 yen in cash', [11_000_002], { cash: 11_000_002 }, 4_000],
  ['of 22,000,002 yen in cash', [22_000_002], { cash: 22_000_002 }, 6_000],
  ['of 33,000,002 yen in cash', [33_000_002], { cash: 33_000_002 }, 10_000],
  ['of 55,000,002 yen in cash', [55_000_002], { cash: 55_000_002 }, 20_000],
  ['by card', [132_000], { card: 132_000 }, 0],
  ['by balance, which was paid for before', [99_000], { balance: 99_000 }, 0],
  ['of which only 40,000 yen are cash', [132_000], { card: 92_000, cash: 40_000 }, 0],
  ['of 60,000 yen in cash and the rest by points', [66_000], { points: 6_000, cash: 60_000 }, 200],
] as const)('a paper for a sale %s needs its stamp', (_name, prices, tenders, stamp) => {
  expect(stampYen(sale(prices, tenders))).toBe(stamp)
})
