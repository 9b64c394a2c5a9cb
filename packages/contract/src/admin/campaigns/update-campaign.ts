import { z } from 'zod'
import { adminCampaignDetail, campaignInput } from '../../resources/members/campaigns.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

const changedTerms = z.strictObject({ ...campaignInput, paused: z.boolean() })

/** As they stand, also where they were written before a rule was made. */
const termsAsKept = z.strictObject({ ...changedTerms.shape, name: z.string(), description: z.string() })

export const updateCampaign = endpoint({
  name: 'admin.updateCampaign',
  call: 'PATCH /v1/admin/campaigns/{id}',
  table: 'staff',
  summary:
    '本部：キャンペーンの変更（開始後は名前・説明・期間の延長・上限の引き上げ・停止だけ。beforeがあれば、その値が一致するときだけ）',
  right: 'campaigns',
  note: 'on record with before and after',
  params: z.object({ id }),
  body: changedTerms.partial().extend({ before: z.optional(termsAsKept.partial()) }),
  status: 200,
  output: adminCampaignDetail,
  errors: ['CAMPAIGN_TERMS_INVALID', 'CAMPAIGN_LOTTERY_BLOCKED', 'CAMPAIGN_STARTED', 'CONFLICT'],
  lost: 'again',
})
