import { z } from 'zod'
import { written } from '../../inputs/written.ts'
import { silverDesk } from '../../resources/brand/skus.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const requestSilver = endpoint({
  name: 'admin.requestSilver',
  call: 'POST /v1/admin/silver',
  table: 'staff',
  summary: '地金単価を入力して承認を依頼する',
  right: 'silver.set',
  note: 'one waiting at a time',
  body: z.strictObject({
    id,
    price_per_g: z.int().min(1).max(10_000),
    note: written.max(200).default(''),
  }),
  status: 201,
  output: silverDesk,
  errors: ['SILVER_RATE_WAITING', 'CONFLICT'],
  lost: 'again',
})
