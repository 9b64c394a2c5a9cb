import { z } from 'zod'
import { id, registerCustomer } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const admin = endpoint({
  name: 'users.admin',
  call: 'GET /v1/users/{id}/admin',
  table: 'staff',
  summary: 'レジに表示する会員（読み取り中、または本日この店舗で支払った会員）',
  right: 'counter.members',
  reach: { register: 'at-counter', manager: 'own-shop' },
  note: 'at a register only a member whose code it holds, or who paid here today',
  params: z.object({ id }),
  status: 200,
  output: registerCustomer,
  errors: [],
})
