/** What an act on stock is about: an article, and what the acting shop has of it. */
export type Article = {
  sku_id: string
  /** It has a stock at all: a service has none. */
  is_stocked: boolean
  /** A shop bought it from a person: there is one of it. */
  is_bought: boolean
  /** Null before its first act. `promised`: pieces of the shelf that are kept for customers at this moment. */
  level: Level | null
}

export type Level = { shelf: number; hold: number; damaged: number; promised: number }

export const emptyLevel: Level = { shelf: 0, hold: 0, damaged: 0, promised: 0 }

/** Services and unknown articles have no stock that could move. */
export function refuseArticles(
  articles: readonly (Pick<Article, 'is_stocked'> | undefined)[],
): { code: 'SKU_NOT_FOUND' | 'SKU_NOT_STOCKED' } | null {
  if (articles.includes(undefined)) return { code: 'SKU_NOT_FOUND' }
  return articles.every((article) => article?.is_stocked) ? null : { code: 'SKU_NOT_STOCKED' }
}
