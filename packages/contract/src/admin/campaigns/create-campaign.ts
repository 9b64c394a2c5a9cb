import { adminCampaignDetail, campaignBody } from '../../resources/members/campaigns.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const createCampaign = endpoint({
  name: 'admin.createCampaign',
  call: 'POST /v1/admin/campaigns',
  table: 'staff',
  summary: '本部：キャンペーンの作成（同じidなら1回）',
  right: 'campaigns',
  note: 'on record with before and after',
  body: campaignBody,
  status: 201,
  output: adminCampaignDetail,
  errors: ['CAMPAIGN_TERMS_INVALID', 'CAMPAIGN_LOTTERY_BLOCKED', 'CONFLICT'],
  lost: 'again',
})
