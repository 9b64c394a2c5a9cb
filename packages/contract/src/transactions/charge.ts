import { z } from 'zod'
import { charge } from '../resources/sales/charges.ts'
import { amountInput, id } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const chargeCall = endpoint({
  name: 'transactions.charge',
  call: 'POST /v1/transactions/charge',
  table: 'customer',
  summary: '登録済みのカードでチャージする（処理中から、完了または失敗のどちらかになる）',
  right: 'member',
  reach: { member: 'own', other_customer: 'absent' },
  note: 'own card only',
  body: z.strictObject({ payment_method_id: id, amount: amountInput }),
  status: 200,
  output: charge,
  errors: [
    'NOT_VERIFIED',
    'CARD_UNAVAILABLE',
    'TOPUP_RANGE',
    'TOPUP_MINOR_LIMIT',
    'TOPUP_LIMIT_DAY',
    'BALANCE_LIMIT',
    'CARD_EXPIRED',
    'IDEMPOTENCY_KEY_REUSED',
  ],
  idempotent: true,
})
