import { limits } from '@shirogane/contract/rules/limits'
import { useQuery } from '@tanstack/react-query'
import { settingQuery } from '../../shell/queries/queries.ts'

export type ChargeLimits = { min: number; max: number; balanceMax: number; minorMonthMax: number }

/** The brand's own numbers, and the product's where the brand has set none. The server has the last word anyway. */
export function useChargeLimits(): ChargeLimits {
  const { data } = useQuery(settingQuery('limits'))
  const value = data?.value
  const given = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  const read = (name: string, fallback: number): number => {
    const one = given[name]
    return typeof one === 'number' && Number.isSafeInteger(one) && one > 0 ? one : fallback
  }
  return {
    min: read('topup_min', limits.topupMin),
    max: read('topup_max', limits.topupMax),
    balanceMax: read('balance_max', limits.balanceMax),
    minorMonthMax: read('topup_minor_month_max', limits.topupMinorMonthMax),
  }
}
