import type { CampaignPart } from '../campaigns/add-points.ts'
import { spread } from '../money/spread.ts'
import type { RefundFacts } from './facts.ts'

/** Points that a refund takes back from a campaign, or from the rate of the rank, as the ledger keeps them. */
export type ReversedReason = Pick<
  CampaignPart,
  'part' | 'label' | 'base' | 'rate_bp' | 'points' | 'account'
> & {
  campaign_id: string | null
  rule: CampaignPart['rule'] | 'level'
}

/**
 * Points that campaigns gave with a sale, and that its refund takes back, leave the member's cap and the budget again.
 * Each reason gives its share in proportion to what it has left; the rate of the rank is the first of them. Without a
 * campaign there is nothing to divide.
 */
export function reverseReasons(
  { sale, debt, reasons }: Pick<RefundFacts, 'sale' | 'debt' | 'reasons'>,
  { reclaimed, base }: { reclaimed: number; base: number },
): ReversedReason[] {
  if (reasons === null) return []
  const { rank, campaigns } = reasons
  const added = campaigns.reduce((sum, { points }) => sum + points, 0)
  const left = [
    // What was deferred earns by the rate of the rank when it is collected.
    sale.earned + (debt?.points ?? 0) - added - rank.taken,
    ...campaigns.map(({ points, taken }) => points - taken),
  ]
  return spread(reclaimed, left)
    .map((points, place): ReversedReason => {
      const { campaign_id, rule, label, rate_bp, account } = campaigns[place - 1] ?? {
        campaign_id: null,
        rule: 'level',
        label: rank.label,
        rate_bp: rank.rate_bp,
        account: 'point_regular',
      }
      return { part: place + 1, campaign_id, rule, label, base, rate_bp, points, account }
    })
    .filter(({ points }) => points > 0)
}
