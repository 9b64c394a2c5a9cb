import { z } from 'zod'
import { written } from '../../inputs/written.ts'
import { empty } from '../../resources/shapes.ts'
import { limits } from '../../rules/limits.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const removeUser = endpoint({
  name: 'users.remove',
  call: 'DELETE /v1/users/me',
  table: 'customer',
  summary: '退会（残高・後払い・お会計が残っている間はできない。本人確認が必要）',
  right: 'membership',
  reach: { member: 'after-proof', unverified: 'own' },
  note: '422 while a balance, debt, open sale or pending payout remains; unverified: the password alone',
  body: z.strictObject({
    password: z.string().min(1).max(1024),
    reason: z.optional(written.max(limits.closeReasonMax)),
  }),
  status: 204,
  output: empty,
  errors: [
    'STEP_UP_REQUIRED',
    'PASSWORD_CURRENT_INVALID',
    'AUTH_ACCOUNT_LOCKED',
    'CLOSE_BALANCE_LEFT',
    'CLOSE_LATER_LEFT',
    'CLOSE_REWARD_LEFT',
    'CLOSE_PAYOUT_OPEN',
    'CLOSE_CHARGE_PENDING',
    'CLOSE_SALE_OPEN',
  ],
  lost: { ask: 'auth.refreshToken' },
})
