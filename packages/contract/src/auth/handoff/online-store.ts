import { empty } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const signOnOnlineStore = endpoint({
  name: 'auth.handoffOnlineStore',
  call: 'GET /v1/auth/handoff/online_store',
  table: 'first',
  summary: 'オンラインストアへ移動する（ログイン中なら引き渡し付き）',
  right: 'anyone',
  note: '303 to the shop; a one-time token goes along for a verified customer who comes from our own page',
  status: 303,
  output: empty,
  errors: ['STORE_UNAVAILABLE'],
})
