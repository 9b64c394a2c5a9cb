import { z } from 'zod'
import { bankQuery, foundPlaces } from '../../resources/members/payout-methods.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const banks = endpoint({
  name: 'payoutMethods.banks',
  call: 'GET /v1/payout-methods/bank/query',
  table: 'customer',
  summary: '金融機関の検索（コード・名前・カナ・ひらがな・ローマ字。20件まで）',
  right: 'member.lookup',
  query: z.object({ query: bankQuery }),
  status: 200,
  output: foundPlaces,
  errors: ['NOT_VERIFIED'],
})
