import { z } from 'zod'
import { savedAddress } from '../resources/members/addresses.ts'
import { endpoint } from '../wire/endpoint.ts'

export const user = endpoint({
  name: 'addresses.user',
  call: 'GET /v1/addresses/user',
  table: 'customer',
  summary: '登録した住所',
  right: 'member',
  reach: 'own',
  status: 200,
  output: z.strictObject({ address: z.nullable(savedAddress) }),
  errors: ['NOT_VERIFIED'],
})
