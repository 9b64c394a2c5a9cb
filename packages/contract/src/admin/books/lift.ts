import { z } from 'zod'
import { written } from '../../inputs/written.ts'
import { empty, id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const liftFreeze = endpoint({
  name: 'admin.liftFreeze',
  call: 'POST /v1/admin/books/{id}/lift',
  table: 'staff',
  summary:
    '出金の停止の解除（最新の不一致を確認したうえで、理由を残す。再度の本人確認が必要。操作は記録される）',
  right: 'books.lift',
  note: 'after a proof; of what the newest check found; on record',
  params: z.object({ id }),
  body: z.strictObject({ note: written.min(1).max(200) }),
  status: 204,
  output: empty,
  errors: ['CONFLICT', 'STEP_UP_REQUIRED'],
  lost: { ask: 'admin.books' },
})
