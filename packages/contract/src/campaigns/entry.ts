import { z } from 'zod'
import { campaign } from '../resources/members/campaigns.ts'
import { id } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const enterCampaign = endpoint({
  name: 'campaigns.enter',
  call: 'POST /v1/campaigns/{id}/entry',
  table: 'customer',
  summary: 'キャンペーンへのエントリー（何度送っても1回）',
  right: 'member',
  reach: { member: 'own', other_customer: 'ignored' },
  note: 'once, however often',
  params: z.object({ id }),
  status: 200,
  output: campaign,
  errors: ['NOT_VERIFIED', 'CAMPAIGN_ENDED', 'RATE_LIMITED'],
  lost: 'again',
})
