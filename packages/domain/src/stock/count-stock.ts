import type { Level } from './shelf.ts'

/** An article of a count: what all who counted it found together, and what the books said at their last look. */
export type Counted = {
  sku_id: string
  counted: number
  book: number
  /** Something of it came or went between the first look and the last. */
  moved: boolean
}

/**
 * How many articles must be counted again: those that moved while they were counted, and those whose difference would
 * take more than the shelf holds by now.
 */
export function countAgain(counted: readonly Counted[], levels: ReadonlyMap<string, Level>): number {
  return counted.filter(
    ({ sku_id, counted: found, book, moved }) => moved || levels.get(sku_id)!.shelf + found - book < 0,
  ).length
}
