import { empty } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const handoffOnlineStore = endpoint({
  name: 'auth.handoffOnlineStore',
  call: 'GET /v1/auth/handoff/online_store',
  table: 'first',
  summary: 'オンラインストアへ移動する（ログイン中なら引き渡し付き）',
  right: 'anyone',
  status: 303,
  output: empty,
  errors: ['STORE_UNAVAILABLE'],
})
