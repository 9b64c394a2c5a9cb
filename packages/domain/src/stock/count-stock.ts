import type { Refusal } from '../movements/movement.ts'
import { type Level, refuseArticles } from './shelf.ts'

export type CountState = 'counting' | 'review' | 'posted' | 'cancelled'

/** Everything that the opening of a count is decided by. */
export type OpenCountFacts = {
  /** The shop of the count that bears this id already. */
  known_store: string | null
  /** The count that runs in the shop. */
  running: string | null
}

/** Everything that one look of one person at an article of a count is decided by. */
export type LookFacts = {
  /** Null where there is no such count. */
  state: CountState | null
  /** Null where there is no such article. */
  is_stocked: boolean | null
  /** What this person has found of it so far; null before their first look. */
  own: number | null
}

/** Some more pieces, a figure for all of them, or all figures of the article so far forgotten. */
export type LookWish = {
  add?: number | undefined
  quantity?: number | undefined
  again?: true | undefined
}

/** `is_whole`: only this look counts, and not those before it. */
type LookPlan = { code: null; forgets: true } | { code: null; quantity: number; is_whole: boolean }

/** What one person has found of an article: pieces, and as their last look stood in the moves of the article's stock. */
type Looks = {
  quantity: number
  /** What the books had on the shelf at that look. */
  book: number
  last_seq: number
}

/** An article of a count: what each person found, in the order of their last looks. */
export type LookedAt = {
  looks: readonly Looks[]
  /** The first move of the shelf behind the first look of all, by its place in the moves; null where there was none. */
  next_move: number | null
}

/** What all who counted an article found together, and what the books said at their last look. */
export type Counted = {
  counted: number
  book: number
  /** Something of it came or went between the first look and the last. */
  moved: boolean
}

/** More pieces than this are no figure of one person. */
const piecesMax = 99_999

/** One count of a shop at a time: a second person joins the one that runs. */
export function openCount(
  { known_store, running }: OpenCountFacts,
  { id, store_id }: { id: string; store_id: string },
): { code: null; id: string; opens: boolean } | Refusal<'CONFLICT'> {
  if (known_store !== null)
    return known_store === store_id ? { code: null, id, opens: false } : { code: 'CONFLICT' }
  return { code: null, id: running ?? id, opens: running === null }
}

/** What one look comes to. Until its result is posted a count may be put right. */
export function lookAtArticle(
  { state, is_stocked, own }: LookFacts,
  { add, quantity, again }: LookWish,
): LookPlan | Refusal<'STOCKTAKE_STATE' | 'SKU_NOT_FOUND' | 'SKU_NOT_STOCKED'> {
  if (state !== 'counting' && state !== 'review') return { code: 'STOCKTAKE_STATE' }
  const refusal = refuseArticles([is_stocked === null ? undefined : { is_stocked }])
  if (refusal) return refusal
  if (again) return { code: null, forgets: true }
  if (add === undefined || own === null)
    return { code: null, quantity: quantity ?? add ?? 0, is_whole: add === undefined }
  return { code: null, quantity: Math.min(piecesMax, own + add), is_whole: false }
}

/** From which states a count goes on to another; its result is posted by a document (`moveStock`). */
const before: Readonly<Record<Exclude<CountState, 'posted'>, readonly CountState[]>> = {
  counting: ['review'],
  review: ['counting'],
  cancelled: ['counting', 'review'],
}

/** Who counts says that it is done, or that it goes on; a manager gives it up. What it is already, it stays. */
export function stepCount(
  { state, may_count }: { state: CountState; may_count: boolean },
  wished: Exclude<CountState, 'posted'>,
): { code: null; changes: boolean } | Refusal<'FORBIDDEN' | 'STOCKTAKE_STATE'> {
  if (wished === 'cancelled' && !may_count) return { code: 'FORBIDDEN' }
  if (state === wished) return { code: null, changes: false }
  return before[wished].includes(state) ? { code: null, changes: true } : { code: 'STOCKTAKE_STATE' }
}

/** What the looks of a count at one article come to; null before the first. */
export function sumLooks({ looks, next_move }: LookedAt): Counted | null {
  const last = looks.at(-1)
  if (last === undefined) return null
  return {
    counted: looks.reduce((sum, { quantity }) => sum + quantity, 0),
    book: last.book,
    moved: next_move !== null && next_move <= last.last_seq,
  }
}

/**
 * How many articles must be counted again: those that moved while they were counted, and those whose difference would
 * take more than the shelf holds by now.
 */
export function countAgain(
  counted: readonly (Counted & { sku_id: string })[],
  levels: ReadonlyMap<string, Level>,
): number {
  return counted.filter(
    ({ sku_id, counted: found, book, moved }) => moved || levels.get(sku_id)!.shelf + found - book < 0,
  ).length
}
