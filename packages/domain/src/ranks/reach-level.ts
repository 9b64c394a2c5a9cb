/** A rank and the yen of a year from which on it holds. */
export type LevelQuota = { level_index: number; quota: number }

/** The rank by purchases once so many yen have been counted in a year: a purchase lifts it at once, and never lowers it. */
export function reachLevel(current: number, accumulation: number, levels: readonly LevelQuota[]): number {
  return levels.reduce(
    (highest, { level_index, quota }) => (quota <= accumulation ? Math.max(highest, level_index) : highest),
    current,
  )
}
