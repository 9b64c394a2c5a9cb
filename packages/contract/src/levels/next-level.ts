import { z } from 'zod'
import { id, whole } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const nextLevel = endpoint({
  name: 'levels.nextLevel',
  call: 'GET /v1/levels/{id}/next_level',
  table: 'customer',
  summary: '次のランク（最高ランクでは404）',
  right: 'member.lookup',
  reach: { other_customer: 'ignored' },
  note: 'public config, no user data',
  params: z.object({ id }),
  status: 200,
  output: z.strictObject({
    id,
    name: z.string(),
    quota: whole,
    point_rate: whole,
    benefits: z.array(z.string()),
  }),
  errors: ['NOT_VERIFIED'],
})
