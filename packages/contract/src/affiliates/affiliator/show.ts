import { ownAffiliator } from '../../resources/members/affiliates.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const showAffiliator = endpoint({
  name: 'affiliates.show',
  call: 'GET /v1/affiliates/affiliator/show',
  table: 'customer',
  summary: '自分のアフィリエーター登録（コード・リンク・報酬の条件）',
  right: 'member',
  reach: { customer: 'forbidden', affiliator: 'own' },
  status: 200,
  output: ownAffiliator,
  errors: ['NOT_VERIFIED', 'NOT_AFFILIATOR'],
})
