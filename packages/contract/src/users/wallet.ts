import { wallet } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const walletCall = endpoint({
  name: 'users.wallet',
  call: 'GET /v1/users/wallet',
  table: 'first',
  summary: '残高とポイント',
  right: 'member',
  reach: 'own',
  note: 'staff have no wallet',
  status: 200,
  output: wallet,
  errors: ['NOT_VERIFIED'],
})
