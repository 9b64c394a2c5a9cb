import { z } from 'zod'
import { id, transaction } from '../resources/shapes.ts'
import { endpoint } from '../wire/endpoint.ts'

export const claim = endpoint({
  name: 'rewards.claim',
  call: 'PATCH /v1/affiliates/{id}/reward',
  table: 'customer',
  summary: '確定した紹介報酬を残高または振込用に受け取る（自分のIDではすべて）',
  right: 'member',
  reach: { customer: 'forbidden', affiliator: 'after-proof' },
  note: 'KYC approved, not in cooling-off',
  params: z.object({ id }),
  body: z.strictObject({ method: z.enum(['wallet', 'bank']) }),
  status: 200,
  output: transaction,
  errors: [
    'NOT_VERIFIED',
    'NOT_AFFILIATOR',
    'NOT_FOUND',
    'AUTH_SUSPENDED',
    'KYC_REQUIRED',
    'KYC_PENDING',
    'KYC_REJECTED',
    'KYC_BLOCKED',
    'COOLING_OFF',
    'PAYOUT_STOPPED',
    'PAYOUT_FROZEN',
    'STEP_UP_REQUIRED',
    'REWARD_NONE',
    'REWARD_CARRIED',
    'REWARD_BALANCE_LIMIT',
    'IDEMPOTENCY_KEY_REUSED',
    'RATE_LIMITED',
  ],
  idempotent: true,
})
