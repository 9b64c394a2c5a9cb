import { z } from 'zod'
import { adminCampaign } from '../../resources/members/campaigns.ts'
import { id, pageOf, pageQuery } from '../../resources/shapes.ts'
import { campaignStates } from '../../terms/campaign-terms.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const campaigns = endpoint({
  name: 'admin.campaigns',
  call: 'GET /v1/admin/campaigns',
  table: 'staff',
  summary: '本部：キャンペーンの一覧と予算の消化',
  right: 'campaigns.read',
  query: pageQuery.extend({ state: z.enum([...campaignStates, 'all']).default('all') }),
  status: 200,
  output: z.strictObject({
    ...pageOf(adminCampaign).shape,
    /** Every store, for the choice of those that take part. */
    stores: z.array(z.strictObject({ id, name: z.string() })),
  }),
  errors: [],
})
