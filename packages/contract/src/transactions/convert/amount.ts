import { z } from 'zod'
import { transaction } from '../../resources/shapes.ts'
import { limits } from '../../rules/limits.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const convert = endpoint({
  name: 'transactions.convert',
  call: 'PATCH /v1/transactions/convert/amount',
  table: 'customer',
  summary: 'ポイントを無償残高に交換（取り消しはできない）',
  right: 'member',
  reach: 'own',
  note: 'reward or balance to points only; never prepaid to cash',
  body: z.strictObject({ amount: z.int().min(1).max(limits.amountMax) }),
  status: 200,
  output: transaction,
  errors: [
    'NOT_VERIFIED',
    'CONVERT_UNAVAILABLE',
    'CONVERT_UNIT',
    'CONVERT_DEBT',
    'CONVERT_BALANCE_LIMIT',
    'INSUFFICIENT_POINT',
    'STEP_UP_REQUIRED',
    'IDEMPOTENCY_KEY_REUSED',
    'RATE_LIMITED',
  ],
  idempotent: true,
})
