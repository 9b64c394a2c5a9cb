import { z } from 'zod'
import { affiliatorSheet } from '../../resources/members/affiliates.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const affiliator = endpoint({
  name: 'admin.affiliator',
  call: 'GET /v1/admin/affiliators/{id}',
  table: 'staff',
  summary: 'アフィリエーターの実績と、招待した人の確認（閲覧は記録される）',
  right: 'affiliates.read',
  note: 'each look is on record',
  params: z.object({ id }),
  status: 200,
  output: affiliatorSheet,
  errors: [],
})
