import { z } from 'zod'
import { rewardTerms } from '../../resources/members/affiliates.ts'
import { whole } from '../../resources/shapes.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const terms = endpoint({
  name: 'affiliates.terms',
  call: 'GET /v1/affiliates/affiliator/terms',
  table: 'customer',
  summary: '招待の報酬と特典の条件（アフィリエーターになる前の画面のため）',
  right: 'member',
  note: 'what an invitation brings; no person is in it',
  status: 200,
  output: z.strictObject({
    ...rewardTerms,
    /** What the invited member gets after a first payment of at least so much. */
    invite_points: whole,
    invite_yen: whole,
    invite_payment_min: whole,
  }),
  errors: ['NOT_VERIFIED'],
})
