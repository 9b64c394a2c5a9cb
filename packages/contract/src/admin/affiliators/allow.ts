import { z } from 'zod'
import { affiliatorSheet, inviterNote } from '../../resources/members/affiliates.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const allowAffiliator = endpoint({
  name: 'admin.allowAffiliator',
  call: 'POST /v1/admin/affiliators/{id}/allow',
  table: 'staff',
  summary: '招待の停止の解除',
  right: 'affiliates',
  params: z.object({ id }),
  body: z.strictObject({ note: inviterNote }),
  status: 200,
  output: affiliatorSheet,
  errors: ['CONFLICT', 'SELF_DEALING'],
  lost: { ask: 'admin.affiliator' },
})
