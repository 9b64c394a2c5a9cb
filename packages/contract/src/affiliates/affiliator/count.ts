import { z } from 'zod'
import { whole } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const count = endpoint({
  name: 'affiliates.count',
  call: 'GET /v1/affiliates/affiliator/count',
  table: 'customer',
  summary: '招待した人数（valid=true は、返品期間を過ぎたお買い物がある人だけ）',
  right: 'member',
  reach: { customer: 'forbidden', affiliator: 'own' },
  query: z.object({ valid: z.enum(['true', 'false']).default('false') }),
  status: 200,
  output: z.strictObject({ count: whole }),
  errors: ['NOT_VERIFIED', 'NOT_AFFILIATOR'],
})
