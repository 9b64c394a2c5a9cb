import type { AdminCampaign } from '@shirogane/contract/resources/members/campaigns'
import { dateInTokyo, shortDate } from '../../shared/dates/dates.ts'
import { percentText, timesText } from '../../shared/figures/figures.ts'
import { pointsText } from '../../shared/money/money.ts'
import { text } from './text.ts'

const dayMs = 86_400_000

type Gives = Pick<AdminCampaign, 'kind' | 'rate_bp' | 'factor_bp' | 'points'>

export function givesText({ kind, rate_bp, factor_bp, points }: Gives): string {
  if (kind === 'rate_add') return text.rateAdd(percentText(rate_bp ?? 0))
  if (kind === 'multiplier') return timesText(factor_bp ?? 0)
  if (kind === 'fixed_point') return pointsText(points ?? 0)
  return text.kinds.lottery
}

/** The last day on which it counts. */
export const lastDayOf = (endsAt: string): string => dateInTokyo(Date.parse(endsAt) - 1)

export const periodText = ({ starts_at, ends_at }: Pick<AdminCampaign, 'starts_at' | 'ends_at'>): string =>
  `${shortDate(dateInTokyo(starts_at))}〜${shortDate(lastDayOf(ends_at))}`

export const startOf = (date: string): string => new Date(`${date}T00:00:00+09:00`).toISOString()
export const endOf = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00+09:00`) + dayMs).toISOString()
