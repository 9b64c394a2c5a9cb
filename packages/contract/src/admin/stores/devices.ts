import { z } from 'zod'
import { store } from '../../resources/brand/stores.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const removeDevice = endpoint({
  name: 'admin.removeDevice',
  call: 'DELETE /v1/admin/stores/{id}/devices/{device}',
  table: 'staff',
  summary: '端末の登録の解除（店長は自店舗だけ）',
  right: 'devices',
  reach: { manager: 'own-shop' },
  note: 'on record',
  params: z.object({ id, device: id }),
  status: 200,
  output: store,
  errors: [],
  lost: { ask: 'admin.showStore' },
})
