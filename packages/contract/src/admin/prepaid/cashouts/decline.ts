import { z } from 'zod'
import { cashoutRow } from '../../../resources/brand/cashouts.ts'
import { id } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const declineCashout = endpoint({
  name: 'admin.declineCashout',
  call: 'POST /v1/admin/prepaid/cashouts/{id}/decline',
  table: 'staff',
  summary: '払戻しの依頼を取り下げる（依頼した人）、または差し戻す（オーナー）',
  right: 'cashout',
  note: 'accounting takes back what it asked for itself',
  params: z.object({ id }),
  status: 200,
  output: cashoutRow,
  errors: ['CONFLICT'],
  lost: 'again',
})
