import type { LevelQuota } from './reach-level.ts'

/**
 * A quota with the first moment at which its rank had it, and the one behind its last: as clocks in Tokyo showed them,
 * such as `2026-12-31T10:00:00`; null where it has always been so, or is so still.
 */
export type QuotaVersion = LevelQuota & { valid_from: string | null; valid_until: string | null }

/**
 * The quotas that count for a year: all that ranks had while it ran. The lowest of a rank is enough for it, so that a
 * quota which is raised within a year takes nothing from those who have reached the old one.
 */
export function quotasOfYear(year: number, versions: readonly QuotaVersion[]): LevelQuota[] {
  const begin = `${year}-01-01T00:00:00`
  const end = `${year + 1}-01-01T00:00:00`
  return versions.filter(
    ({ valid_from, valid_until }) =>
      (valid_from === null || valid_from < end) && (valid_until === null || valid_until > begin),
  )
}

/** The yen by which a rank was reached in a year; null where there was no such rank. */
export function lowestQuota(
  level_index: number,
  year: number,
  versions: readonly QuotaVersion[],
): number | null {
  const quotas = quotasOfYear(year, versions).filter((one) => one.level_index === level_index)
  return quotas.length === 0 ? null : Math.min(...quotas.map(({ quota }) => quota))
}
