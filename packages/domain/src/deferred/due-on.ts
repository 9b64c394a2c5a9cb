const dayMs = 86_400_000
/** Of the holidays of the calendar only these can stand in the way of a 27th and the days around it. */
const closed = new Set(['04-29', '12-31', '01-01', '01-02', '01-03'])

/**
 * The one day on which what was bought on a day of Japan is to be paid: the 27th of the next month, or the bank's next
 * day of business. A day that would be two months away or more is moved to the bank's last day before the 27th instead,
 * for there the law on instalments begins.
 */
export function dueOn(bought: string): string {
  const [year, month, day] = bought.split('-').map(Number) as [number, number, number]
  const target = Date.UTC(year, month, 27)
  // Two months later, or the last day of a month that is shorter.
  const end = Math.min(Date.UTC(year, month + 1, day), Date.UTC(year, month + 2, 0))
  for (let due = target; due < end; due += dayMs) if (isBankDay(due)) return dateOf(due)
  let due = target
  while (!isBankDay(due)) due -= dayMs
  return dateOf(due)
}

const dateOf = (midnight: number): string => new Date(midnight).toISOString().slice(0, 10)

function isBankDay(midnight: number): boolean {
  const weekday = new Date(midnight).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !closed.has(dateOf(midnight).slice(5))
}
