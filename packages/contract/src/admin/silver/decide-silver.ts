import { z } from 'zod'
import { silverDesk } from '../../resources/brand/skus.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const decideSilver = endpoint({
  name: 'admin.decideSilver',
  call: 'PATCH /v1/admin/silver/{id}',
  table: 'staff',
  summary: '地金単価を承認する、または差し戻す（入力した人以外）',
  right: 'silver.set',
  note: 'never by who entered it',
  params: z.object({ id }),
  body: z.strictObject({ decision: z.enum(['approved', 'rejected']) }),
  status: 200,
  output: silverDesk,
  errors: ['APPROVAL_OWN', 'APPROVAL_LINKED', 'CONFLICT'],
  lost: 'again',
})
