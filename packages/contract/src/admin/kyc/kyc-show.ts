import { z } from 'zod'
import { detail } from '../../resources/members/kyc.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const kycShow = endpoint({
  name: 'admin.kycShow',
  call: 'GET /v1/admin/kyc/{id}',
  table: 'staff',
  summary: '本人確認の申請（閲覧は記録されます）',
  right: 'kyc.review',
  note: 'every view is logged',
  params: z.object({ id }),
  status: 200,
  output: detail,
  errors: ['NOT_FOUND'],
})
