import { z } from 'zod'
import { details } from '../../resources/brand/buybacks.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const buyback = endpoint({
  name: 'admin.buyback',
  call: 'GET /v1/admin/buybacks/{id}',
  table: 'staff',
  summary: '古物台帳の1件（閲覧は記録される）',
  right: 'buyback.read',
  reach: { manager: 'own-shop' },
  note: 'every look is on record',
  params: z.object({ id }),
  status: 200,
  output: details,
  errors: [],
})
