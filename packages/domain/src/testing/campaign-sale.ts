import type { RefundFacts } from '../refund/facts.ts'
import { factsOf } from './sold.ts'

type Campaign = NonNullable<RefundFacts['reasons']>['campaigns'][number]

export const spring: Campaign = {
  campaign_id: 'spring',
  rule: 'rate_add',
  label: '春',
  rate_bp: 200,
  account: 'point_regular',
  points: 200,
  taken: 0,
}
export const opening: Campaign = {
  campaign_id: 'opening',
  rule: 'fixed_point',
  label: '開店',
  rate_bp: null,
  account: 'point_limited',
  points: 100,
  taken: 0,
}

/** A sale of 10,000円 that earned a hundredth by the rank, and what campaigns added. */
export function factsWith(campaigns: readonly Campaign[], taken = 0): RefundFacts {
  const facts = factsOf({ lines: [10_000] })
  const added = campaigns.reduce((sum, { points }) => sum + points, 0)
  return {
    ...facts,
    sale: { ...facts.sale, earned: 100 + added },
    wallet: { ...facts.wallet!, point_regular: 100 + added },
    reasons: campaigns.length === 0 ? null : { rank: { label: 'シルバー', rate_bp: 100, taken }, campaigns },
  }
}
