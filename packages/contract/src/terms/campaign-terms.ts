/**
 * What a campaign can give, apart from the schemas: the screens need the words and the rule alone.
 */
export const campaignKinds = ['rate_add', 'multiplier', 'fixed_point', 'lottery'] as const
export type CampaignKind = (typeof campaignKinds)[number]
export const campaignStates = ['planned', 'running', 'paused', 'ended'] as const
export type CampaignState = (typeof campaignStates)[number]

/** A gift below this purchase is measured by itself, and above it by its share of the purchase. */
const smallPurchase = 1_000
const smallGift = 200

type CampaignTerms = {
  kind: CampaignKind
  rate_bp: number | null
  factor_bp: number | null
  points: number | null
  payment_min: number
}

/**
 * Does this give back more than a fifth of a purchase, together with the best rank's rate? Points for the next purchase
 * may, as a discount of one's own shop; the person who makes such a campaign is warned before it is offered.
 */
export function exceedsPremium(
  { kind, rate_bp, factor_bp, points, payment_min }: CampaignTerms,
  topRateBp: number,
): boolean {
  if (kind === 'rate_add') return topRateBp + (rate_bp ?? 0) > 2_000
  if (kind === 'multiplier') return (topRateBp * (factor_bp ?? 0)) / 10_000 > 2_000
  if (kind !== 'fixed_point') return false
  const given = (points ?? 0) + Math.floor((payment_min * topRateBp) / 10_000)
  return payment_min < smallPurchase ? given > smallGift : given * 5 > payment_min
}
