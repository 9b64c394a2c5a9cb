import type { Books, Journal } from '../chaos/journal.ts'

/**
 * The journal as it must be in books that went back to a moment. What was acknowledged before it was committed before
 * it, and what was sent after it was committed after it, by the one clock of this machine: those two leave no choice. A
 * sale that was under way at that very moment may be in the books or not, whole either way.
 */
export function asOf(moment: Date, journal: Journal, books: Books): Journal {
  const posted = new Set(books.payments.map(({ id }) => id))
  const at = moment.getTime()
  return journal.flatMap((entry) => {
    if (entry.outcome === 'refused') return [entry]
    if (entry.acknowledged_at !== null && entry.acknowledged_at < at) return [entry]
    if (entry.sent_at !== null && entry.sent_at > at) return []
    return posted.has(entry.transaction_id) ? [entry] : []
  })
}

/** How many sales lie before, at and after the moment. */
export function countAround(moment: Date, journal: Journal): { before: number; at: number; after: number } {
  const sales = journal.filter(({ outcome }) => outcome === 'acknowledged')
  const before = sales.filter(
    ({ acknowledged_at: acknowledgedAt }) => acknowledgedAt! < moment.getTime(),
  ).length
  const after = sales.filter(({ sent_at: sent }) => sent! > moment.getTime()).length
  return { before, at: sales.length - before - after, after }
}
