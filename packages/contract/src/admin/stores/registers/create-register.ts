import { z } from 'zod'
import { registerName, store } from '../../../resources/brand/stores.ts'
import { id } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const createRegister = endpoint({
  name: 'admin.createRegister',
  call: 'POST /v1/admin/stores/{id}/registers',
  table: 'staff',
  summary: 'レジの追加（番号は店舗の次の番号）',
  right: 'stores',
  reach: 'after-proof',
  note: 'on record',
  params: z.object({ id }),
  body: z.strictObject({ name: registerName }),
  status: 201,
  output: store,
  errors: ['REGISTER_LIMIT', 'STORE_CLOSED', 'STEP_UP_REQUIRED'],
  lost: { ask: 'admin.showStore' },
})
