import { z } from 'zod'
import { affiliatorSheet, inviterNote } from '../../resources/members/affiliates.ts'
import { id } from '../../resources/shapes.ts'
import { affiliateStandings } from '../../terms/affiliate-words.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const decideAffiliate = endpoint({
  name: 'admin.decideAffiliate',
  call: 'POST /v1/admin/affiliates/{id}/decision',
  table: 'staff',
  summary: '招待した一人についての判断（good=問題なし、held=報酬を保留、void=報酬の対象外。voidは戻せない）',
  right: 'affiliates',
  params: z.object({ id }),
  body: z.strictObject({ decision: z.enum(affiliateStandings), note: inviterNote }),
  status: 200,
  output: affiliatorSheet,
  errors: ['CONFLICT', 'SELF_DEALING'],
  lost: { ask: 'admin.affiliator' },
})
