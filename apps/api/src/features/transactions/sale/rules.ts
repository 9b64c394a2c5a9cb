import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { limits } from '@shirogane/contract/rules/limits'
import { silverPrice } from '@shirogane/domain/money/money'
import { type Priceable, priceSale } from '@shirogane/contract/rules/pricing'
import type { PayBody } from '@shirogane/contract/transactions/pay'
import { type ByTender, eachOf, sumOver, allTenders } from '@shirogane/domain/sales/tenders'
import type { LineDetail, SaleLine } from '@shirogane/ledger'
import { text } from '../text.ts'

/** An article as the catalogue prices it at this moment. */
export type PricedSku = {
  id: string
  sku: string
  name: string
  price: number
  tax_rate_bp: number
  active: boolean
  pricing: 'fixed' | 'weight'
  /** Weighed at the register: without a weight it has no price. */
  weighed: boolean
  fineness: number | null
  weight_mg: number | null
  coefficient_bp: number | null
  labor_fee: number
  stone_fee: number
}

/** What the catalogue says at this moment. */
export type Prices = {
  skuOf: (id: string) => PricedSku | undefined
  /** Yen for a gram of silver; null before the first approved rate. */
  price_per_g: number | null
  quote?: Quote | null
}

/** The yen for a gram that a customer was told, and the articles that it was told of: what comes to them is of today. */
export type Quote = { price_per_g: number; sku_ids: ReadonlySet<string> }

export type Refusal = { code: ErrorCode; fields?: Record<string, string> }

const standardRateBp = 1_000

type Cart = Pick<PayBody, 'items' | 'amount' | 'discount'>
type AskedItem = NonNullable<PayBody['items']>[number]

/** What a register asked to sell: its items, or a bare amount as one line. */
export function itemsOf({ items, amount }: Pick<Cart, 'items' | 'amount'>): AskedItem[] {
  return items ?? (amount === undefined ? [] : [{ name: text.anyArticle, unit_price: amount, quantity: 1 }])
}

const tooLarge: Refusal = {
  code: 'VALIDATION_ERROR',
  fields: { items: text.totalTooLarge(limits.amountMax) },
}

export type SalePrices = { lines: SaleLine[]; gross: number; discount: number; total: number }

/** The lines of a sale at the catalogue's prices, after its discounts: what a register believed them to be does not count. */
export function pricesOf(asked: Cart, prices: Prices): SalePrices | Refusal {
  const articles: (Article & Priceable)[] = []
  for (const item of itemsOf(asked)) {
    const found = articleOf(item, prices)
    if (isRefusal(found)) return found
    articles.push({ ...found, quantity: item.quantity, discount: item.discount })
  }
  const priced = priceSale(articles, asked.discount)
  if (priced === null) return { code: 'DISCOUNT_EXCEEDS' }
  if (priced.gross > limits.amountMax) return tooLarge
  const lines = articles.map((found, index): SaleLine => {
    const { line_discount, basket_discount, subtotal } = priced.lines[index]!
    const discounts = [
      ...(found.discount ? [{ on: 'line' as const, ...found.discount, amount: line_discount }] : []),
      ...(asked.discount ? [{ on: 'sale' as const, ...asked.discount, amount: basket_discount }] : []),
    ]
    const detail = {
      ...(discounts.length > 0 && { discounts }),
      ...(found.silver && { silver: found.silver }),
      ...(found.note && { note: found.note }),
    }
    return {
      line: index + 1,
      sku_id: found.sku_id,
      sku: found.sku,
      name: found.name,
      quantity: found.quantity,
      unit_price: found.unit_price,
      discount: line_discount + basket_discount,
      subtotal,
      tax_rate_bp: found.tax_rate_bp,
      ...(Object.keys(detail).length > 0 && { detail: detail as LineDetail }),
    }
  })
  return { lines, gross: priced.gross, discount: priced.discount, total: priced.total }
}

type Article = {
  sku_id: string | null
  sku: string | null
  name: string
  unit_price: number
  tax_rate_bp: number
  silver?: LineDetail['silver']
  note?: string | undefined
}

function articleOf(item: AskedItem, { skuOf, price_per_g: ofNow, quote }: Prices): Article | Refusal {
  if (!('sku_id' in item)) {
    const { name, unit_price, tax_rate = standardRateBp, note } = item
    return { sku_id: null, sku: null, name, unit_price, tax_rate_bp: tax_rate, note }
  }
  const sku = skuOf(item.sku_id)
  if (!sku) return { code: 'SKU_NOT_FOUND' }
  if (!sku.active) return { code: 'SKU_INACTIVE' }
  const known = {
    sku_id: sku.id,
    sku: sku.sku,
    name: sku.name,
    tax_rate_bp: sku.tax_rate_bp,
    note: item.note,
  }
  if (sku.pricing === 'fixed') return { ...known, unit_price: sku.price }
  const weight_mg = sku.weighed ? item.weight_mg : sku.weight_mg!
  if (weight_mg === undefined) return { code: 'WEIGHT_REQUIRED' }
  const price_per_g = quote?.sku_ids.has(sku.id) ? quote.price_per_g : ofNow
  if (price_per_g === null) return { code: 'SILVER_RATE_MISSING' }
  const silver = {
    weight_mg,
    fineness: sku.fineness!,
    price_per_g,
    coefficient_bp: sku.coefficient_bp!,
    labor_fee: sku.labor_fee,
    stone_fee: sku.stone_fee,
  }
  const unit_price = silverPrice(silver)
  return unit_price < 1 ? { code: 'AMOUNT_INVALID' } : { ...known, unit_price, silver }
}

export type Tendered = { tenders: ByTender; cash_tendered: number | null }

/** Do these tenders pay this total, to the yen? Change is what was handed over beyond the cash part of the bill. */
export function tenderedOf(
  total: number,
  asked: Pick<PayBody, 'tenders' | 'cash_tendered'>,
  hasMember: boolean,
): Tendered | Refusal {
  const tenders = eachOf(allTenders, (tender) => asked.tenders?.[tender] ?? 0)
  const { points, balance, cash, later } = tenders
  if (total < 1) return { code: 'AMOUNT_INVALID' }
  if (!hasMember && (points > 0 || balance > 0 || later > 0)) return { code: 'MEMBER_REQUIRED' }
  if (sumOver(allTenders, tenders) !== total) return { code: 'TENDERS_MISMATCH' }
  if (asked.cash_tendered !== undefined && asked.cash_tendered < cash) return { code: 'TENDERED_SHORT' }
  return {
    tenders,
    cash_tendered: cash > 0 ? (asked.cash_tendered ?? cash) : null,
  }
}

export function isRefusal(value: object): value is Refusal {
  return 'code' in value
}
