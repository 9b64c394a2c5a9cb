import { limits } from '@shirogane/contract/rules/limits'

export type ConvertTerms = { enabled: boolean; unit: number; yen_per_unit: number }

/** The terms as head office has set them; without them nothing is exchanged. */
export function termsOf(value: unknown): ConvertTerms {
  const { enabled, unit, yen_per_unit } = (
    typeof value === 'object' && value !== null ? value : {}
  ) as Record<string, unknown>
  const wholeUnit =
    typeof unit === 'number' && Number.isSafeInteger(unit) && unit > 0 ? unit : limits.convertUnit
  return {
    enabled: enabled === true,
    unit: wholeUnit,
    yen_per_unit:
      typeof yen_per_unit === 'number' && Number.isSafeInteger(yen_per_unit) && yen_per_unit > 0
        ? yen_per_unit
        : limits.convertYenPerUnit,
  }
}

/** What is wrong with this many points, if anything; null before anything is typed. */
export function problemOf(
  points: number,
  held: number,
  { unit }: Pick<ConvertTerms, 'unit'>,
): 'short' | 'unit' | null {
  if (points > held) return 'short'
  return points % unit === 0 ? null : 'unit'
}

export function yenOf(points: number, { unit, yen_per_unit }: ConvertTerms): number {
  return Math.floor(points / unit) * yen_per_unit
}
