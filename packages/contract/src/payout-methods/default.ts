import { z } from 'zod'
import { payoutMethod } from '../resources/members/payout-methods.ts'
import { id } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const makeDefault = endpoint({
  name: 'payoutMethods.makeDefault',
  call: 'PATCH /v1/payout-methods/{id}/default',
  table: 'customer',
  summary: 'メインの受取口座の変更（再度の本人確認が必要。メインは常に1件）',
  right: 'member',
  reach: 'after-proof',
  note: '24 hours before money can leave to it',
  params: z.object({ id }),
  status: 200,
  output: payoutMethod,
  errors: ['NOT_VERIFIED', 'STEP_UP_REQUIRED'],
  lost: 'again',
})
