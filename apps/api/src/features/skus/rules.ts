import { foldForSearch } from '@shirogane/contract/rules/fold'
import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { silverPrice } from '@shirogane/domain/money/money'
import type { SkuBody } from '@shirogane/contract/resources/brand/skus'
import type { WrittenSku } from './store.ts'

/** The words of a search; each must be found. Signs that LIKE would read as wildcards stand for themselves. */
export function patternsOf(query: string): string[] {
  return foldForSearch(query)
    .split(' ')
    .filter(Boolean)
    .slice(0, 8)
    .map((word) => `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`)
}

/** 20, ten digits and the check digit: a range of numbers that shops may give out themselves. */
export function inStoreBarcode(sequence: number): string {
  const body = `20${String(sequence).padStart(10, '0')}`
  return body + checkDigitOf(body)
}

/** The last digit of a bar code of the trade: of the digits before it, every second one counts three times, from the right. */
function checkDigitOf(body: string): number {
  const sum = [...body]
    .toReversed()
    .reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

/** A number of the trade ends with its check digit; a mistyped one would belong to another article or to none. */
export function isBarcode(barcode: string): boolean {
  if (!/^\d+$/.test(barcode)) return true
  return checkDigitOf(barcode.slice(0, -1)) === Number(barcode.at(-1))
}

type PricedTerms = Pick<
  WrittenSku,
  'price' | 'pricing' | 'fineness' | 'weight_mg' | 'coefficient_bp' | 'weighed' | 'labor_fee' | 'stone_fee'
>

/** What makes the price, as the columns keep it; the reason where something of it is missing. */
export function pricedBy(
  asked: {
    price: number | undefined
    by_weight: SkuBody['by_weight']
    fineness: SkuBody['fineness']
    weight_mg: SkuBody['weight_mg']
  },
  price_per_g: number | null,
): PricedTerms | { code: ErrorCode } {
  const { price, by_weight, fineness, weight_mg } = asked
  if (by_weight === null) {
    if (price === undefined) return { code: 'SKU_PRICE_REQUIRED' }
    const none = { coefficient_bp: null, weighed: false, labor_fee: 0, stone_fee: 0 }
    return { price, pricing: 'fixed', fineness, weight_mg, ...none }
  }
  if (fineness === null || weight_mg === null) return { code: 'SKU_WEIGHT_REQUIRED' }
  if (price_per_g === null) return { code: 'SILVER_RATE_MISSING' }
  const priced = silverPrice({ ...by_weight, fineness, weight_mg, price_per_g })
  if (priced < 1) return { code: 'SKU_PRICE_REQUIRED' }
  return { price: priced, pricing: 'weight', fineness, weight_mg, ...by_weight }
}
