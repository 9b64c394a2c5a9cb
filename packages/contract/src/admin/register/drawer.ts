import { z } from 'zod'
import { written } from '../../inputs/written.ts'
import { id, instant } from '../../resources/shapes.ts'
import { drawerReasons } from '../../terms/sale-terms.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const openDrawer = endpoint({
  name: 'admin.openDrawer',
  call: 'POST /v1/admin/register/drawer',
  table: 'staff',
  summary: '会計のないドロアーの開放を記録する',
  right: 'cash.move',
  reach: 'own-shop',
  note: 'on record',
  body: z.strictObject({
    id,
    register_id: id,
    reason: z.enum(drawerReasons),
    note: z.optional(written.max(60)),
  }),
  status: 201,
  output: z.strictObject({ id, opened_at: instant }),
  errors: ['REGISTER_OUT_OF_USE', 'DEVICE_NOT_ENROLLED', 'CONFLICT'],
  lost: 'again',
})
