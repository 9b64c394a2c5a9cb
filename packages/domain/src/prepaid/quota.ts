import { timesOver } from '../money/divide.ts'

/** Paid balance of the half-years that the law looks at, in yen. Half-years begin in April and October. */
export type HalfYear = {
  /** What the half-year before issued, less what was taken back, and what it left unused at its end. */
  issued: number
  unused: number
  /** What was paid back in this half-year, for every reason. */
  repaid: number
}

/**
 * What may be paid back in a half-year without a reason of the holder's: in all no more than the larger of 20 percent of
 * what the half-year before issued and 5 percent of what it left unused (資金決済法20条, 前払式支払手段に関する内閣府令42条).
 */
export function quotaOf({ issued, unused, repaid }: HalfYear): { most: number; remaining: number } {
  const most = Math.max(timesOver(issued, 20, 100), timesOver(unused, 5, 100))
  return { most, remaining: Math.max(0, most - repaid) }
}
