import { z } from 'zod'
import { adminCampaignDetail } from '../../resources/members/campaigns.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const campaign = endpoint({
  name: 'admin.campaign',
  call: 'GET /v1/admin/campaigns/{id}',
  table: 'staff',
  summary: '本部：キャンペーンと変更の履歴',
  right: 'campaigns.read',
  params: z.object({ id }),
  status: 200,
  output: adminCampaignDetail,
  errors: [],
})
