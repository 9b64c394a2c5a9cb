import { rewardWallet } from '../../resources/members/rewards.ts'
import { pageQuery } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const wallet = endpoint({
  name: 'rewards.wallet',
  call: 'GET /v1/transactions/affiliator/wallet',
  table: 'customer',
  summary: '紹介報酬の残高と明細',
  right: 'member',
  reach: { customer: 'forbidden', affiliator: 'own' },
  query: pageQuery,
  status: 200,
  output: rewardWallet,
  errors: ['NOT_VERIFIED', 'NOT_AFFILIATOR'],
})
