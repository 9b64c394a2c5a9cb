import { z } from 'zod'
import { details } from '../../resources/brand/buybacks.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const recordBuybackPaid = endpoint({
  name: 'admin.settleBuyback',
  call: 'POST /v1/admin/buybacks/{id}/paid',
  table: 'staff',
  summary: '買取代金の振込が済んだ記録',
  right: 'payout',
  note: 'never the one who bought',
  params: z.object({ id }),
  body: z.strictObject({ transaction_id: id }),
  status: 200,
  output: details,
  errors: ['CONFLICT', 'FORBIDDEN', 'APPROVAL_LINKED', 'SELF_DEALING'],
  lost: 'again',
})
