import { z } from 'zod'
import { bankCode, bankQuery, foundPlaces } from '../../../resources/members/payout-methods.ts'
import { endpoint } from '../../../wire/endpoint.ts'

export const branches = endpoint({
  name: 'payoutMethods.branches',
  call: 'GET /v1/payout-methods/bank/shop/query',
  table: 'customer',
  summary: '支店の検索（コード・名前・カナ・ひらがな・ローマ字。20件まで）',
  right: 'member.lookup',
  query: z.object({ query: bankQuery, bank: bankCode }),
  status: 200,
  output: foundPlaces,
  errors: ['NOT_VERIFIED', 'BANK_NOT_FOUND'],
})
