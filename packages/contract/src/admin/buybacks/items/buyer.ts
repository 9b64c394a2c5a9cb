import { z } from 'zod'
import { buyerIdentity, details, pieceParams } from '../../../resources/brand/buybacks.ts'
import { id } from '../../../resources/shapes.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const buybackBuyer = endpoint({
  name: 'admin.buybackBuyer',
  call: 'POST /v1/admin/buybacks/{id}/items/{line}/buyer',
  table: 'staff',
  summary: '買い取った品物を売った相手の記録（住所・氏名・職業・年齢。一度だけ）',
  right: 'buyback.make',
  reach: 'own-shop',
  note: 'once for a sale; never rewritten',
  params: pieceParams,
  body: z.strictObject({ transaction_id: id, ...buyerIdentity }),
  status: 200,
  output: details,
  errors: ['CONFLICT'],
  lost: { ask: 'admin.buyback' },
})
