import { z } from 'zod'
import { payoutStatement } from '../resources/brand/payouts.ts'
import { id } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const payoutStatementCall = endpoint({
  name: 'transactions.payoutStatement',
  call: 'GET /v1/transactions/{id}/statement',
  table: 'customer',
  summary: '支払明細書（振り込んだ出金と、残高で受け取った報酬）',
  right: 'statement.read',
  reach: { customer: 'absent', affiliator: 'own' },
  note: 'paid ones only',
  params: z.object({ id }),
  status: 200,
  output: payoutStatement,
  errors: ['NOT_VERIFIED', 'TXN_NOT_FOUND'],
})
