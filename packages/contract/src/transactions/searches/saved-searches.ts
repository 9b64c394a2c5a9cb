import { savedSearchList } from '../../resources/sales/saved-searches.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const savedSearches = endpoint({
  name: 'transactions.savedSearches',
  call: 'GET /v1/transactions/searches',
  table: 'staff',
  summary: '自分が保存した検索（どのレジでも同じものが出る。新しい順）',
  right: 'sales.read',
  note: 'what the caller kept, and no other person’s',
  status: 200,
  output: savedSearchList,
  errors: [],
})
