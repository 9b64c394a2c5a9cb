import { z } from 'zod'
import { member } from '../../resources/sales/granted-points.ts'
import { id, registerCustomer } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const shownMember = endpoint({
  name: 'transactions.shownMember',
  call: 'POST /v1/transactions/register/member',
  table: 'staff',
  summary: '提示されたコードの会員（コードは使わず、会計も開かない）',
  right: 'sell',
  reach: 'at-counter',
  note: 'whose code is shown here; nothing is claimed or spent',
  body: z.strictObject({ token: member, register_id: z.optional(id) }),
  status: 200,
  output: registerCustomer,
  errors: [
    'REGISTER_OUT_OF_USE',
    'DEVICE_NOT_ENROLLED',
    'QR_INVALID',
    'QR_EXPIRED',
    'QR_ALREADY_USED',
    'QR_CLAIMED',
    'RATE_LIMITED',
  ],
  reads: true,
})
