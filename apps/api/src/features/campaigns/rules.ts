import type { CampaignBody } from '@shirogane/contract/resources/members/campaigns'
import type { CampaignRow } from './store.ts'

/** Exactly the number that its kind needs, and an end after its beginning. */
export function termsRefusal(
  terms: Pick<CampaignRow, 'kind' | 'rate_bp' | 'factor_bp' | 'points' | 'starts_at' | 'ends_at'>,
): 'CAMPAIGN_LOTTERY_BLOCKED' | 'CAMPAIGN_TERMS_INVALID' | null {
  if (terms.kind === 'lottery') return 'CAMPAIGN_LOTTERY_BLOCKED'
  const fits =
    (terms.rate_bp !== null) === (terms.kind === 'rate_add') &&
    (terms.factor_bp !== null) === (terms.kind === 'multiplier') &&
    (terms.points !== null) === (terms.kind === 'fixed_point')
  return fits && terms.starts_at < terms.ends_at ? null : 'CAMPAIGN_TERMS_INVALID'
}

/** The terms as they will stand: what the body leaves out stays as it was. */
export function changed(
  before: CampaignRow,
  body: { [Key in keyof CampaignBody]?: CampaignBody[Key] | undefined } & { paused?: boolean | undefined },
  now: Date,
): CampaignRow {
  const { paused, starts_at, ends_at, ...rest } = body
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return {
    ...before,
    ...given,
    ...(starts_at !== undefined && { starts_at: new Date(starts_at) }),
    ...(ends_at !== undefined && { ends_at: new Date(ends_at) }),
    ...(paused !== undefined && { paused_at: paused ? (before.paused_at ?? now) : null }),
  }
}

/** What goes on record of it: the terms alone. */
export function recorded({ created_at: _, created_by: __, id: ___, ...terms }: CampaignRow) {
  return terms
}

/** The terms in the words of a form, to be compared with what the caller saw. */
export function asWritten(row: CampaignRow) {
  return {
    ...row,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    paused: row.paused_at !== null,
  }
}
