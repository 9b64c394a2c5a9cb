import { timesOver } from '../money/divide.ts'
import { endOfDayAfter } from '../time/tokyo.ts'

/** A campaign that runs. Rates in basis points, amounts in yen or points. */
export type Campaign = {
  id: string
  name: string
  starts_at: string
  /** Its sales add up with those of other stackable ones; every other stands alone. */
  stackable: boolean
  needs_entry: boolean
  payment_min: number
  /** Null: all. */
  store_ids: readonly string[] | null
  level_indexes: readonly number[] | null
  /** What one member, and what all together get at most; null: no limit. */
  member_max: number | null
  budget: number | null
  budget_used: number
  /** Its points end so many days after the sale; null: they are regular points. */
  points_days: number | null
} & (
  | { kind: 'rate_add'; rate_bp: number }
  | { kind: 'multiplier'; factor_bp: number }
  | { kind: 'fixed_point'; points: number }
)

/** Campaigns that a member has entered, and points that those with a limit for a member have given them. */
export type CampaignStanding = { entered: readonly string[]; given: Readonly<Record<string, number>> }

/** The part that one campaign gives with a sale, as the ledger keeps it. */
export type CampaignPart = {
  part: number
  campaign_id: string
  rule: Campaign['kind']
  label: string
  base: number
  rate_bp: number | null
  uncut_points: number
  points: number
  /** Which cap took the rest. */
  cut_by: 'transaction' | 'member' | 'budget' | null
  account: 'point_regular' | 'point_limited'
  expires_at: string | null
}

export type EarningSale = {
  today: string
  store_id: string
  /** The rank that counts, its rate, and what the sale earns by it. */
  level_index: number
  rate_bp: number
  earned: number
  /** Yen that earn. */
  base: number
  standing: CampaignStanding
}

type Offer = { campaign: Campaign; rate_bp: number | null; uncut: number; wish: number }

/**
 * What running campaigns add to a sale, one part for each that gives something, in the order in which they began.
 *
 * Stackable ones add up, of the others each stands alone, and the customer gets what is more. A member's limit and what
 * is left of the budget cut each campaign; the limit of a sale, `maxBp` of its base, cuts the sum.
 */
export function addPoints(campaigns: readonly Campaign[], maxBp: number, sale: EarningSale): CampaignPart[] {
  const offers = campaigns
    .filter((campaign) => isOffered(campaign, sale))
    .map((campaign) => offerOf(campaign, sale))
    .filter(({ wish }) => wish > 0)
  let room = Math.max(0, timesOver(sale.base, maxBp, 10_000) - sale.earned)
  return chooseOffers(offers)
    .map((offer) => {
      const points = Math.min(offer.wish, room)
      room -= points
      return { ...offer, points }
    })
    .filter(({ points }) => points > 0)
    .map(({ campaign, rate_bp, uncut, wish, points }, index) => ({
      part: index + 1,
      campaign_id: campaign.id,
      rule: campaign.kind,
      label: campaign.name,
      base: sale.base,
      rate_bp,
      uncut_points: uncut,
      points,
      cut_by:
        points < wish
          ? 'transaction'
          : wish < uncut
            ? wish === memberRoom(campaign, sale)
              ? 'member'
              : 'budget'
            : null,
      account: campaign.points_days === null ? 'point_regular' : 'point_limited',
      expires_at: campaign.points_days === null ? null : endOfDayAfter(sale.today, campaign.points_days),
    }))
}

/** Campaigns whose budget has less left than this sale would draw: what it gets depends on what they have given. */
export function bindingBudgets(campaigns: readonly Campaign[], sale: EarningSale): Campaign[] {
  return campaigns.filter(
    (campaign) =>
      isOffered(campaign, sale) &&
      Math.min(uncutOf(campaign, sale).uncut, memberRoom(campaign, sale)) > budgetRoom(campaign),
  )
}

function isOffered(campaign: Campaign, { base, store_id, level_index, standing }: EarningSale): boolean {
  return (
    base > 0 &&
    base >= campaign.payment_min &&
    (campaign.store_ids?.includes(store_id) ?? true) &&
    (campaign.level_indexes?.includes(level_index) ?? true) &&
    (!campaign.needs_entry || standing.entered.includes(campaign.id))
  )
}

function memberRoom({ id, member_max }: Campaign, { standing }: EarningSale): number {
  return member_max === null ? Infinity : member_max - (standing.given[id] ?? 0)
}

function budgetRoom({ budget, budget_used }: Campaign): number {
  return budget === null ? Infinity : budget - budget_used
}

function offerOf(campaign: Campaign, sale: EarningSale): Offer {
  const { rate_bp, uncut } = uncutOf(campaign, sale)
  return { campaign, rate_bp, uncut, wish: Math.min(uncut, memberRoom(campaign, sale), budgetRoom(campaign)) }
}

function uncutOf(
  campaign: Campaign,
  { base, rate_bp }: EarningSale,
): { rate_bp: number | null; uncut: number } {
  switch (campaign.kind) {
    case 'rate_add':
      return { rate_bp: campaign.rate_bp, uncut: timesOver(base, campaign.rate_bp, 10_000) }
    case 'multiplier': {
      const more = rate_bp * (campaign.factor_bp - 10_000)
      return {
        rate_bp: timesOver(rate_bp, campaign.factor_bp - 10_000, 10_000),
        uncut: timesOver(base, more, 100_000_000),
      }
    }
    case 'fixed_point':
      return { rate_bp: null, uncut: campaign.points }
  }
}

function chooseOffers(offers: readonly Offer[]): Offer[] {
  const stacked = offers.filter(({ campaign }) => campaign.stackable)
  const [alone] = offers
    .filter(({ campaign }) => !campaign.stackable)
    .toSorted((a, b) => b.wish - a.wish || (a.campaign.id < b.campaign.id ? -1 : 1))
  const together = stacked.reduce((sum, { wish }) => sum + wish, 0)
  if (alone !== undefined && alone.wish > together) return [alone]
  return stacked.toSorted(
    (a, b) =>
      Date.parse(a.campaign.starts_at) - Date.parse(b.campaign.starts_at) ||
      (a.campaign.id < b.campaign.id ? -1 : 1),
  )
}
