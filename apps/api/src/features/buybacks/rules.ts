import type { BuybackItemBody } from '@shirogane/contract/resources/brand/buybacks'
import { alikeWeights } from '@shirogane/domain/buyback/alike-weights'
import { type BuybackTerms, type PieceWorth, pricePiece } from '@shirogane/domain/buyback/price-piece'

export type QuotedItem = BuybackItemBody &
  PieceWorth &
  ReturnType<typeof alikeWeights> & {
    line: number
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

/** The pieces with what they are worth, and with the keys by which they are found again. */
export function quotedItems(items: readonly BuybackItemBody[], terms: BuybackTerms): QuotedItem[] {
  return items.map((item, index) => {
    const worth = pricePiece(item, terms)
    return {
      ...item,
      ...worth,
      line: index + 1,
      serial_key: item.serial === null ? null : keyOf(item.serial) || null,
      features_key: keyOf(item.features),
      ...alikeWeights({ ...item, ...worth }),
    }
  })
}

export const totalOf = (items: readonly QuotedItem[]): number =>
  items.reduce((sum, { amount }) => sum + amount, 0)
