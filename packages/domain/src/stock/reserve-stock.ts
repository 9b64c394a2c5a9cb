import type { Refusal } from '../movements/movement.ts'
import type { Article } from './shelf.ts'

/** Everything by which it is decided whether articles are kept for a customer or a cart. */
export type ReserveFacts = {
  sells_below_zero: boolean
  /** Of the articles that there are. What is kept for the same owner is not promised: it is let go. */
  articles: readonly Pick<Article, 'sku_id' | 'level'>[]
}

type Kept = { sku_id: string; quantity: number }

/**
 * What is kept, each article once; without lines nothing. An article without a stock is not kept. A shop that sells
 * below zero promises what it does not have, too.
 */
export function reserveStock(
  { sells_below_zero, articles }: ReserveFacts,
  lines: readonly Kept[],
): { code: null; lines: Kept[] } | Refusal<'STOCK_SHORTAGE'> {
  const levels = new Map(articles.map(({ sku_id, level }) => [sku_id, level]))
  const wanted = new Map<string, number>()
  for (const { sku_id, quantity } of lines) wanted.set(sku_id, (wanted.get(sku_id) ?? 0) + quantity)
  const kept: Kept[] = []
  for (const [sku_id, quantity] of wanted) {
    const level = levels.get(sku_id) ?? null
    if (level === null) continue
    const free = level.shelf - level.promised
    if (!sells_below_zero && free < quantity) return { code: 'STOCK_SHORTAGE', n: Math.max(free, 0) }
    kept.push({ sku_id, quantity })
  }
  return { code: null, lines: kept }
}
