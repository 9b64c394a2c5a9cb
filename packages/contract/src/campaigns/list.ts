import { z } from 'zod'
import { campaign } from '../resources/members/campaigns.ts'
import { endpoint } from '../wire/endpoint.ts'

export const listCampaigns = endpoint({
  name: 'campaigns.list',
  call: 'GET /v1/campaigns',
  table: 'customer',
  summary: '実施中・予定のキャンペーンと、自分のエントリー',
  right: 'member',
  reach: 'own',
  note: 'the entries are the caller’s own',
  status: 200,
  output: z.strictObject({ items: z.array(campaign) }),
  errors: ['NOT_VERIFIED'],
})
