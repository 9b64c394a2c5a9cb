import { z } from 'zod'
import { savedSearchList, searchFilter, searchName } from '../../resources/sales/saved-searches.ts'
import { id, whole } from '../../resources/shapes.ts'
import { limits } from '../../rules/limits.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const saveSearch = endpoint({
  name: 'transactions.saveSearch',
  call: 'POST /v1/transactions/searches',
  table: 'staff',
  summary: '検索条件の保存（同じ条件は1つ。結果は保存しない）',
  right: 'sales.read',
  note: 'for the caller alone',
  body: z.strictObject({
    id,
    name: searchName,
    filter: searchFilter,
    count: whole.min(0).max(limits.amountMax),
  }),
  status: 200,
  output: savedSearchList,
  errors: ['SAVED_SEARCH_LIMIT', 'CONFLICT'],
  lost: 'again',
})
