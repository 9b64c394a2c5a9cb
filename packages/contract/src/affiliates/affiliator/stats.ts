import { stats } from '../../resources/members/affiliates.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const statsCall = endpoint({
  name: 'affiliates.stats',
  call: 'GET /v1/affiliates/affiliator/stats',
  table: 'customer',
  summary: '招待と報酬の合計、月ごとの推移（12か月）',
  right: 'member',
  reach: { customer: 'forbidden', affiliator: 'own' },
  status: 200,
  output: stats,
  errors: ['NOT_VERIFIED', 'NOT_AFFILIATOR'],
})
