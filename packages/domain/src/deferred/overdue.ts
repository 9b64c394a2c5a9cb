const dayMs = 86_400_000

/** Whole days since the day of Japan on which a debt was to be paid; zero and below while it is not due yet. */
export function daysOverdue(due_on: string, today: string): number {
  return (Date.parse(today) - Date.parse(due_on)) / dayMs
}

/** A debt may be paid on the whole of its day, and is overdue from the next one on. */
export function isOverdue(due_on: string, today: string): boolean {
  return daysOverdue(due_on, today) > 0
}
