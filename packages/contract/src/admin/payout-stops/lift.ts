import { z } from 'zod'
import { written } from '../../inputs/written.ts'
import { empty, id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const resumePayouts = endpoint({
  name: 'admin.resumePayouts',
  call: 'POST /v1/admin/payout-stops/{id}/lift',
  table: 'staff',
  summary: '停止した出金の再開（自分の停止はできない。停止した口座は、登録し直すまで使えない）',
  right: 'payout',
  note: 'never one’s own; the account stays stopped',
  params: z.object({ id }),
  body: z.strictObject({ note: written.min(1).max(200) }),
  status: 204,
  output: empty,
  errors: ['PAYOUT_SELF', 'CONFLICT'],
  lost: { ask: 'admin.payoutMethods' },
})
