import { exceedsPremium } from '@shirogane/contract/terms/campaign-terms'
import type { AdminCampaign, Campaign } from '@shirogane/contract/resources/members/campaigns'
import type { AdminCampaignRow, CampaignRow, MemberCampaignRow } from './store.ts'

function presentTerms(row: CampaignRow) {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    kind: row.kind,
    rate_bp: row.rate_bp,
    factor_bp: row.factor_bp,
    points: row.points,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    needs_entry: row.needs_entry,
    payment_min: row.payment_min,
    member_max: row.member_max,
    points_days: row.points_days,
  }
}

export function presentCampaign(row: MemberCampaignRow): Campaign {
  return {
    ...presentTerms(row),
    stores: row.stores,
    levels: row.levels,
    entered: row.entered,
    points_received: row.points_received,
  }
}

export function presentAdminCampaign(row: AdminCampaignRow): AdminCampaign {
  return {
    ...presentTerms(row),
    stackable: row.stackable,
    store_ids: row.store_ids,
    level_indexes: row.level_indexes,
    budget: row.budget,
    state: row.state,
    given: row.given,
    payments: row.payments,
    members: row.members,
    entries: row.entries,
    exceeds_premium: exceedsPremium(row, row.top_rate_bp),
    created_at: row.created_at.toISOString(),
  }
}
