import { buybackBody, details } from '../../resources/brand/buybacks.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const createBuyback = endpoint({
  name: 'admin.createBuyback',
  call: 'POST /v1/admin/buybacks',
  table: 'staff',
  summary: '買取の確定：古物台帳に記録し、現金・振込・残高で支払う',
  right: 'buyback.make',
  note: 'a member only whose code this shop read within an hour, else 422',
  body: buybackBody,
  status: 201,
  output: details,
  errors: [
    'DEVICE_NOT_ENROLLED',
    'SILVER_RATE_MISSING',
    'BUYBACK_ID_REQUIRED',
    'BUYBACK_MINOR',
    'BUYBACK_DUPLICATE',
    'BUYBACK_QUOTE',
    'BUYBACK_BANK_REQUIRED',
    'DOB_INVALID',
    'MEMBER_REQUIRED',
    'BALANCE_LIMIT',
    'SELF_DEALING',
    'CUSTOMER_SUSPENDED',
    'IDEMPOTENCY_KEY_REUSED',
  ],
  idempotent: true,
})
