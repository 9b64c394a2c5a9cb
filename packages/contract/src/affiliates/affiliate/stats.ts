import { z } from 'zod'
import { affiliate, statsMonth } from '../../resources/members/affiliates.ts'
import { businessDate, id, whole } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

const affiliateStats = z.strictObject({
  ...affiliate.shape,
  /** The last day whose purchases count. */
  counts_until: businessDate,
  purchases: whole,
  rewards_pending: whole,
  months: z.array(z.strictObject({ month: statsMonth, purchases: whole, rewards: whole })),
})

export const affiliateStatsCall = endpoint({
  name: 'affiliates.affiliateStats',
  call: 'GET /v1/affiliates/affiliate/{id}/stats',
  table: 'customer',
  summary: '招待した一人の実績（招待した本人と本部だけ）',
  right: 'member.lookup',
  reach: { customer: 'forbidden', affiliator: 'own' },
  note: 'whom the caller invited',
  params: z.object({ id }),
  status: 200,
  output: affiliateStats,
  errors: ['NOT_VERIFIED', 'NOT_AFFILIATOR'],
})
