import { describe, expect, test } from 'vitest'
import { lowestQuota, quotasOfYear, type QuotaVersion } from './quotas.ts'

const version = (quota: number, valid_from: string | null, valid_until: string | null): QuotaVersion => ({
  level_index: 1,
  quota,
  valid_from,
  valid_until,
})

describe('a quota counts for 2026', () => {
  test.each<[string, string | null, string | null, boolean]>([
    ['where it has always been so', null, null, true],
    ['from a day within the year on', '2026-05-10T09:30:00', null, true],
    ['until a day within it', null, '2026-05-10T09:30:00', true],
    ['where it was so for its last second', '2026-12-31T23:59:59', null, true],
    ['and not from the first moment of the next year on', '2027-01-01T00:00:00', null, false],
    ['where it ended after the first moment of the year', null, '2026-01-01T00:00:00.000001', true],
    ['and not where it ended at that moment', null, '2026-01-01T00:00:00', false],
    ['and not where it was so in another year alone', '2024-04-01T00:00:00', '2025-12-31T00:00:00', false],
  ])('%s', (_, from, until, counts) => {
    expect(quotasOfYear(2026, [version(30_000, from, until)])).toHaveLength(counts ? 1 : 0)
  })
})

describe('of a rank whose quota changes twice within a year', () => {
  const versions = [
    version(30_000, null, '2026-03-01T00:00:00'),
    version(20_000, '2026-03-01T00:00:00', '2026-09-01T00:00:00'),
    version(50_000, '2026-09-01T00:00:00', null),
    { ...version(90_000, null, null), level_index: 2 },
  ]

  test.each([
    [1, 2025, 30_000],
    [1, 2026, 20_000],
    [1, 2027, 50_000],
    [2, 2026, 90_000],
    [3, 2026, null],
  ])('rank %i was reached in %i by %s yen', (level, year, quota) => {
    expect(lowestQuota(level, year, versions)).toBe(quota)
  })
})
