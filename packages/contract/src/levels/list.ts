import { z } from 'zod'
import { rank } from '../resources/members/levels.ts'
import { endpoint } from '../wire/endpoint.ts'

export const listLevels = endpoint({
  name: 'levels.list',
  call: 'GET /v1/levels',
  table: 'customer',
  summary: '会員ランクの一覧',
  right: 'counter',
  note: 'public config, no user data',
  status: 200,
  output: z.strictObject({ items: z.array(rank) }),
  errors: ['NOT_VERIFIED'],
})
