const dayMs = 86_400_000

/** The day of Japan that it is, and for how many days after its own day articles of a sale may come back. */
export type ReturnWindow = { today: string; window_days: number }

/** The first day whose sales may still come back; what was sold before it stays sold. */
export function returnableSince({ today, window_days }: ReturnWindow): string {
  return new Date(Date.parse(today) - window_days * dayMs).toISOString().slice(0, 10)
}
