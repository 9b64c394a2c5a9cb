import { z } from 'zod'
import { amountInput, id, transaction } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const chargeCash = endpoint({
  name: 'transactions.chargeCash',
  call: 'POST /v1/transactions/register/charge',
  table: 'staff',
  summary: 'レジでの現金チャージ（会員のコードで。消費税は不課税。当日中は取り消せる）',
  right: 'charge.take',
  reach: { register: 'at-counter', manager: 'own-shop' },
  note: 'a member whose code was scanned, or who paid here; never oneself; within the limits of a charge and the law’s line of cash in a day',
  body: z.strictObject({
    /** Whose code was scanned just now, or a member by id, of whom the register has a reason to know. */
    to: z.string().min(1).max(4096),
    amount: amountInput,
    /** What was handed over; change is what exceeds the amount. */
    cash_tendered: amountInput,
    register_id: z.optional(id),
  }),
  status: 200,
  output: transaction,
  errors: [
    'REGISTER_OUT_OF_USE',
    'DEVICE_NOT_ENROLLED',
    'QR_INVALID',
    'QR_EXPIRED',
    'QR_ALREADY_USED',
    'QR_CLAIMED',
    'SELF_DEALING',
    'CUSTOMER_SUSPENDED',
    'MEMBER_UNVERIFIED',
    'TOPUP_RANGE',
    'TOPUP_MINOR_LIMIT',
    'BALANCE_LIMIT',
    'TENDERED_SHORT',
    'CASH_KYC_REQUIRED',
    'SUSPICIOUS_HOLD',
    'PAYMENT_UNKNOWN',
    'IDEMPOTENCY_KEY_REUSED',
    'RATE_LIMITED',
  ],
  idempotent: true,
})
