import { z } from 'zod'
import { store } from '../../resources/brand/stores.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const showStore = endpoint({
  name: 'admin.showStore',
  call: 'GET /v1/admin/stores/{id}',
  table: 'staff',
  summary: '店舗の詳細：レシートの表示、営業日、レジ、変更の履歴（店長は自店舗だけ）',
  right: 'staff.read',
  reach: { manager: 'own-shop' },
  params: z.object({ id }),
  status: 200,
  output: store,
  errors: [],
})
