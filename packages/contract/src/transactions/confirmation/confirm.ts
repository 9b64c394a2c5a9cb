import { z } from 'zod'
import { confirmation } from '../../resources/sales/confirmations.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const confirm = endpoint({
  name: 'transactions.confirm',
  call: 'PATCH /v1/transactions/confirmation/{id}',
  table: 'customer',
  summary: 'お支払い・ポイントの移行の確認への返事（承諾には本人の確認が必要）',
  right: 'member',
  reach: 'own',
  note: 'to agree takes a step-up for this one payment; to decline does not',
  params: z.object({ id }),
  body: z.strictObject({ decision: z.enum(['approve', 'decline']) }),
  status: 200,
  output: confirmation,
  errors: ['NOT_VERIFIED', 'NOT_FOUND', 'STEP_UP_REQUIRED', 'PAY_CONFIRM_ENDED', 'PAY_CONFIRM_LATE'],
  lost: 'again',
})
