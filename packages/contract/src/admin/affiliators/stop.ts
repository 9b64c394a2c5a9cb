import { z } from 'zod'
import { affiliatorSheet, inviterNote } from '../../resources/members/affiliates.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const stopAffiliator = endpoint({
  name: 'admin.stopAffiliator',
  call: 'POST /v1/admin/affiliators/{id}/stop',
  table: 'staff',
  summary: '招待の停止（リンクとコードは使えなくなる。これまでの報酬は残る）',
  right: 'affiliates',
  params: z.object({ id }),
  body: z.strictObject({ note: inviterNote }),
  status: 200,
  output: affiliatorSheet,
  errors: ['CONFLICT', 'SELF_DEALING'],
  lost: { ask: 'admin.affiliator' },
})
