import { z } from 'zod'
import { id } from '../resources/shapes.ts'
import { limits } from '../rules/limits.ts'
import { endpoint } from '../wire/endpoint.ts'

export const missing = endpoint({
  name: 'transactions.missing',
  call: 'POST /v1/transactions/missing',
  table: 'staff',
  summary: 'レジが控えている取引のうち、帳簿にないもの（復旧で失われたもの）',
  right: 'sell',
  note: 'of ids that the asker knows; says no more than that they are unknown',
  body: z.strictObject({ ids: z.array(id).min(1).max(limits.journalBatch) }),
  status: 200,
  output: z.strictObject({ missing: z.array(id) }),
  errors: [],
  reads: true,
})
