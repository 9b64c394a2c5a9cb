import type { BuybackGrade } from '@shirogane/contract/terms/buyback-words'
import type { BuybackItemBody } from '@shirogane/contract/resources/brand/buybacks'

export type Terms = { price_per_g: number; rates: Readonly<Record<BuybackGrade, number>> }

/** Weight, fineness, price and rate in one product, cut off once. Beyond what a number holds, so it is taken exactly. */
export function pieceAmount(
  netWeightMg: number,
  fineness: number,
  pricePerG: number,
  rateBp: number,
): number {
  return Number(
    (BigInt(netWeightMg) * BigInt(fineness) * BigInt(pricePerG) * BigInt(rateBp)) / 10_000_000_000n,
  )
}

export type QuotedItem = BuybackItemBody & {
  line: number
  net_weight_mg: number
  rate_bp: number
  amount: number
  serial_key: string | null
  features_key: string
}

/** In one spelling, so that the same mark is found again however it was typed. */
function keyOf(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s・,.、。‐‑‒–—―−ー-]/g, '')
}

export function quotedItems(items: readonly BuybackItemBody[], terms: Terms): QuotedItem[] {
  return items.map((item, index) => {
    const net_weight_mg = item.gross_weight_mg - item.deduction_mg
    const rate_bp = terms.rates[item.grade]
    return {
      ...item,
      line: index + 1,
      net_weight_mg,
      rate_bp,
      amount: net_weight_mg > 0 ? pieceAmount(net_weight_mg, item.fineness, terms.price_per_g, rate_bp) : 0,
      serial_key: item.serial === null ? null : keyOf(item.serial) || null,
      features_key: keyOf(item.features),
    }
  })
}

export const totalOf = (items: readonly QuotedItem[]): number =>
  items.reduce((sum, { amount }) => sum + amount, 0)
