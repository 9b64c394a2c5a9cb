import { z } from 'zod'
import { written } from '../../inputs/written.ts'
import { dayClose } from '../../resources/brand/days.ts'
import { businessDate, id } from '../../resources/shapes.ts'
import { limits } from '../../rules/limits.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const reopenDay = endpoint({
  name: 'admin.reopenDay',
  call: 'POST /v1/admin/register/reopen',
  table: 'staff',
  summary: '締めた営業日をもう一度開く（最初の締めは記録に残る）',
  right: 'reopen',
  reach: { manager: 'own-shop' },
  note: 'the first close stays on record',
  body: z.strictObject({
    store_id: id,
    date: businessDate,
    reason: written.min(1).max(limits.closeNoteMax),
  }),
  status: 200,
  output: dayClose,
  errors: ['DAY_IS_OPEN', 'REOPEN_TOO_LATE'],
  idempotent: true,
})
