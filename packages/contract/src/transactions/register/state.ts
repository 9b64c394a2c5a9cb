import { z } from 'zod'
import { registerState } from '../../resources/sales/transactions.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const registerStateCall = endpoint({
  name: 'transactions.registerState',
  call: 'GET /v1/transactions/{id}/register/state',
  table: 'staff',
  summary: 'レジの会計の状態（再読み込み・通信断のあとの確認）',
  right: 'counter',
  reach: { member: 'own', shop: 'own-shop' },
  params: z.object({ id }),
  status: 200,
  output: registerState,
  errors: ['NOT_VERIFIED', 'TXN_NOT_FOUND'],
})
