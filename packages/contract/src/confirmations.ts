import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, whole } from './resources.ts'

const confirmationStates = [
  'pending',
  'approved',
  'declined',
  /** Nobody answered in time, or nobody used the answer. */
  'expired',
  /** The register took it back. */
  'withdrawn',
  'spent',
] as const

/** A large payment as its customer is shown it on their own phone. */
export const confirmation = z.strictObject({
  id,
  /** Of the sale, which bears the same id when it is paid. */
  transaction_id: id,
  state: z.enum(confirmationStates),
  store: z.strictObject({ id, code: z.string(), name: z.string() }),
  /** Of the whole sale, and what leaves the customer's balance and points for it. */
  total: whole,
  balance: whole,
  points: whole,
  /** Until then it can be answered; in seconds as well, for phones whose clock is wrong. */
  expires_at: instant,
  expires_in: whole,
})
export type Confirmation = z.infer<typeof confirmation>

export const confirmations = {
  waiting: endpoint({
    name: 'transactions.confirmation',
    summary: '自分の確認を待っているお支払い',
    who: ['customer'],
    status: 200,
    output: z.strictObject({ confirmation: z.nullable(confirmation) }),
    errors: ['NOT_VERIFIED'],
  }),
  answer: endpoint({
    name: 'transactions.confirm',
    summary: 'お支払いの確認への返事（支払うには本人の確認が必要）',
    who: ['customer'],
    params: z.object({ id }),
    body: z.strictObject({ decision: z.enum(['approve', 'decline']) }),
    status: 200,
    output: confirmation,
    errors: ['NOT_VERIFIED', 'NOT_FOUND', 'STEP_UP_REQUIRED', 'PAY_CONFIRM_ENDED', 'PAY_CONFIRM_LATE'],
  }),
}
