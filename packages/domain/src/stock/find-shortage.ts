/** What a sale takes of an article. */
type Wanted = { sku_id: string | null; quantity: number }

/**
 * The first article of which less may be sold than a sale wants: `n` pieces are there. `waits` where there would be
 * enough but for what other sales of the batch have `taken` before it, which may still come to nothing. Null: enough.
 *
 * @param free pieces that may be sold by article; null for any number, left out where an article has no stock
 */
export function findShortage(
  lines: readonly Wanted[],
  free: Readonly<Record<string, number | null>>,
  taken: ReadonlyMap<string, number>,
): { n: number } | 'waits' | null {
  let waits = false
  for (const [sku_id, wanted] of wantedOf(lines)) {
    const there = free[sku_id] ?? null
    if (there === null) continue
    if (there < wanted) return { n: Math.max(there, 0) }
    waits ||= there - (taken.get(sku_id) ?? 0) < wanted
  }
  return waits ? 'waits' : null
}

/** Pieces by article, in the order of the lines. */
export function wantedOf(lines: readonly Wanted[]): Map<string, number> {
  const wanted = new Map<string, number>()
  for (const { sku_id, quantity } of lines) {
    if (sku_id !== null) wanted.set(sku_id, (wanted.get(sku_id) ?? 0) + quantity)
  }
  return wanted
}
