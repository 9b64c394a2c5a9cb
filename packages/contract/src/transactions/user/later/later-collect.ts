import { z } from 'zod'
import { debtTenders } from '@shirogane/domain/sales/tenders'
import { written } from '../../../inputs/written.ts'
import { collectErrors, pay } from '../../../resources/sales/deferred.ts'
import { amountInput, id, transaction } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const collectDeferred = endpoint({
  name: 'transactions.laterCollect',
  call: 'POST /v1/transactions/user/later',
  table: 'staff',
  summary: '後払いの入金（古い順、または選んだ取引。一部・全額。どの店舗でも）',
  right: 'later.serve',
  note: 'a debt is paid at any shop; the customer’s balance by their code alone, a bank transfer by head office alone',
  body: z.strictObject({
    user_id: id,
    /** Yen, or `true` for all that is owed. */
    pay,
    /** A bank transfer is recorded by head office, everything else at a register. */
    tender: z.enum(debtTenders).default('cash'),
    /** One sale instead of the oldest first. */
    transaction_id: z.optional(id),
    cash_tendered: z.optional(amountInput),
    /** The customer's code: their balance pays by it alone. */
    token: z.optional(z.string().min(1).max(4096)),
    register_id: z.optional(id),
    note: z.optional(written.max(200)),
  }),
  status: 200,
  output: transaction,
  errors: [
    'REGISTER_OUT_OF_USE',
    'DEVICE_NOT_ENROLLED',
    'NOT_FOUND',
    ...collectErrors,
    'AMOUNT_INVALID',
    'TENDERED_SHORT',
    'DEFERRED_CODE_REQUIRED',
    'QR_INVALID',
    'QR_EXPIRED',
    'QR_ALREADY_USED',
    'QR_CLAIMED',
    'SELF_DEALING',
    'CUSTOMER_SUSPENDED',
    'CASH_KYC_REQUIRED',
    'SUSPICIOUS_HOLD',
  ],
  idempotent: true,
})
