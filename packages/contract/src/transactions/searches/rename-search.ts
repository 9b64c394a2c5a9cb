import { z } from 'zod'
import { savedSearchList, searchName } from '../../resources/sales/saved-searches.ts'
import { id } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const renameSearch = endpoint({
  name: 'transactions.renameSearch',
  call: 'PATCH /v1/transactions/searches/{id}',
  table: 'staff',
  summary: '保存した検索の名前の変更',
  right: 'sales.read',
  note: 'another person’s is 404',
  params: z.object({ id }),
  body: z.strictObject({ name: searchName.refine((text) => text !== '', 'REQUIRED') }),
  status: 200,
  output: savedSearchList,
  errors: [],
  lost: 'again',
})
