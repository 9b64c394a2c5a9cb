import { z } from 'zod'
import { payoutPrices } from '../../../resources/brand/payouts.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const payoutPricing = endpoint({
  name: 'affiliates.payoutPricing',
  call: 'GET /v1/affiliates/affiliator/payout/pricing',
  table: 'customer',
  summary: '出金の手数料・金額の範囲・締切・振込予定日',
  right: 'member',
  reach: { customer: 'forbidden', affiliator: 'own' },
  note: '403 NOT_AFFILIATOR to other members',
  query: z.object({ method: z.enum(['bank']).default('bank') }),
  status: 200,
  output: payoutPrices,
  errors: ['NOT_VERIFIED', 'NOT_AFFILIATOR'],
})
