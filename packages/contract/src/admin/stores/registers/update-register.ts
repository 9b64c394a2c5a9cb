import { z } from 'zod'
import { registerName, store } from '../../../resources/brand/stores.ts'
import { id } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const updateRegister = endpoint({
  name: 'admin.updateRegister',
  call: 'PATCH /v1/admin/stores/{id}/registers/{register}',
  table: 'staff',
  summary: 'レジの名前の変更、使用の終了と再開（取引の記録は残る）',
  right: 'stores',
  reach: 'after-proof',
  note: 'on record with before and after; what was sold there stays',
  params: z.object({ id, register: id }),
  body: z.strictObject({ name: z.optional(registerName), closed: z.optional(z.boolean()) }),
  status: 200,
  output: store,
  errors: ['REGISTER_IN_USE', 'REGISTER_LAST', 'STORE_CLOSED', 'STEP_UP_REQUIRED'],
  lost: 'again',
})
