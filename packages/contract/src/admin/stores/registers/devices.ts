import { z } from 'zod'
import { store } from '../../../resources/brand/stores.ts'
import { id } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const enrolDevice = endpoint({
  name: 'admin.enrolDevice',
  call: 'POST /v1/admin/stores/{id}/registers/{register}/devices',
  table: 'staff',
  summary:
    'この端末をレジとして登録（店長は自店舗だけ。端末は1つのレジだけに登録され、前の登録は解除される）',
  right: 'devices',
  reach: { manager: 'own-shop', admin: 'after-proof' },
  note: 'on the device itself, which keeps the secret; a manager shows again who they are too; on record',
  params: z.object({ id, register: id }),
  status: 201,
  output: store,
  errors: ['DEVICE_LIMIT', 'REGISTER_OUT_OF_USE', 'STEP_UP_REQUIRED'],
  lost: { ask: 'admin.showStore' },
})
