import { z } from 'zod'
import { payoutMethodReview, payoutMethodStop } from '../resources/members/payout-methods.ts'
import { endpoint } from '../wire/endpoint.ts'

export const payoutMethods = endpoint({
  name: 'admin.payoutMethods',
  call: 'GET /v1/admin/payout-methods',
  table: 'staff',
  summary: '確認を待つ法人名義の受取口座と、出金を停止中の会員（古い順。100件まで）',
  right: 'payout',
  note: 'accounts of corporations that wait',
  status: 200,
  output: z.strictObject({ items: z.array(payoutMethodReview), stops: z.array(payoutMethodStop) }),
  errors: [],
})
