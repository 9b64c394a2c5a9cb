import { z } from 'zod'
import { empty, id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const removeSearch = endpoint({
  name: 'transactions.removeSearch',
  call: 'DELETE /v1/transactions/searches/{id}',
  table: 'staff',
  summary: '保存した検索の削除',
  right: 'sales.read',
  note: 'another person’s is 404',
  params: z.object({ id }),
  status: 204,
  output: empty,
  errors: [],
  lost: { ask: 'transactions.savedSearches' },
})
