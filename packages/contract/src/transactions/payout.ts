import { z } from 'zod'
import { id, transaction } from '../resources/shapes.ts'
import { limits } from '../rules/limits.ts'
import { endpoint } from '../wire/endpoint.ts'

export const payout = endpoint({
  name: 'transactions.payout',
  call: 'POST /v1/transactions/payout',
  table: 'customer',
  summary: '出金の申請（報酬だけが対象。再度の本人確認が必要。振込先を指定しなければメインの口座）',
  right: 'member',
  reach: { customer: 'forbidden', other_customer: 'absent', affiliator: 'after-proof' },
  note: 'rewards only; 403 NOT_AFFILIATOR to other members',
  body: z.strictObject({
    amount: z.int().min(1).max(limits.amountMax),
    payout_method_id: z.optional(id),
    /** The fee that the screen showed: another one since is no agreement. */
    fee: z.optional(z.int().min(0).max(limits.amountMax)),
    /** The tax withheld that the screen showed, likewise. */
    withheld: z.optional(z.int().min(0).max(limits.amountMax)),
  }),
  status: 200,
  output: transaction,
  errors: [
    'NOT_VERIFIED',
    'NOT_AFFILIATOR',
    'KYC_REQUIRED',
    'PAYOUT_MINOR',
    'PAYOUT_METHOD_REQUIRED',
    'PAYOUT_METHOD_TROUBLE',
    'PAYOUT_METHOD_REVIEW',
    'COOLING_OFF',
    'DEBT_OPEN',
    'PAYOUT_STOPPED',
    'PAYOUT_FROZEN',
    'PAYOUT_PENDING',
    'PAYOUT_BELOW_MIN',
    'PAYOUT_ABOVE_MAX',
    'PAYOUT_EXCEEDS',
    'REWARD_CARRIED',
    'PAYOUT_QUOTE',
    'STEP_UP_REQUIRED',
    'IDEMPOTENCY_KEY_REUSED',
  ],
  idempotent: true,
})
