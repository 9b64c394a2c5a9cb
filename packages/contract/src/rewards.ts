import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { businessDate, id, instant, pageOf, pageQuery, transaction, whole } from './resources.ts'

/** How a reward stands: it may still go back with the goods, it may be claimed, it was claimed, or nothing is left of it. */
const rewardStates = ['pending', 'confirmed', 'claimed', 'cancelled'] as const

/** One reward: of one sale, or of the collection of what a sale had deferred. */
export const reward = z.strictObject({
  id,
  /** Whose purchase it was, shortened. */
  affiliate: z.strictObject({ id, name: z.string() }),
  status: z.enum(rewardStates),
  /** What is left of it after returns, and what returns took of it. */
  amount: whole,
  reversed: whole,
  /** Why this much: the yen that earned it and the rate, cut off to whole yen. */
  base: whole,
  rate_bp: whole,
  /** What the day had no room for, and the room that it had; null where nothing was cut. */
  cut: z.nullable(z.strictObject({ amount: whole, day_max: whole })),
  earned_at: instant,
  /** The day from which nothing of the sale can come back any more, or on which it was confirmed. */
  confirms_on: businessDate,
})
export type Reward = z.infer<typeof reward>

export const rewardWallet = z.strictObject({
  /** Of sales that may still be returned. */
  pending: whole,
  /** Confirmed and not claimed yet. */
  confirmed: whole,
  /** Claimed for the bank: what may be requested now. */
  payable: whole,
  /** In payouts that are under way. */
  held: whole,
  /** Received so far: as balance, and by the bank. */
  paid: whole,
  paid_wallet: whole,
  paid_bank: whole,
  /** What returns took back after it was claimed: kept back from the rewards that follow. */
  carried: whole,
  /** What was earned on this day of Tokyo, and what a day has room for. */
  today: z.strictObject({ earned: whole, max: whole }),
  /** Until when nothing can be claimed or paid out, after the account was changed; null where nothing stands in the way. */
  cooling_until: z.nullable(instant),
  /** Everything stands still, because this member knows nothing of an account in their name. */
  stopped: z.boolean(),
  /** How this member receives what is confirmed: the end of a month does so by itself. Null: since when nobody has chosen. */
  method: z.enum(['wallet', 'bank']),
  method_since: z.nullable(instant),
  /** By whom the confirmed part came, each of which can be claimed by itself. */
  claimable: z.array(z.strictObject({ id, name: z.string(), amount: whole })),
  ...pageOf(reward).shape,
})

export const rewards = {
  wallet: endpoint({
    name: 'rewards.wallet',
    summary: '紹介報酬の残高と明細',
    who: ['customer'],
    query: pageQuery,
    status: 200,
    output: rewardWallet,
    errors: ['NOT_VERIFIED', 'NOT_AFFILIATOR'],
  }),
  method: endpoint({
    name: 'rewards.changeMethod',
    summary:
      '報酬の受け取り方の変更（残高または銀行口座。月末の自動の受け取りから適用。再度の本人確認が必要）',
    who: ['customer'],
    body: z.strictObject({ method: z.enum(['wallet', 'bank']) }),
    status: 200,
    output: z.strictObject({ method: z.enum(['wallet', 'bank']), method_since: z.nullable(instant) }),
    errors: ['NOT_VERIFIED', 'NOT_AFFILIATOR', 'STEP_UP_REQUIRED'],
  }),
  claim: endpoint({
    name: 'rewards.claim',
    summary: '確定した紹介報酬を残高または振込用に受け取る（自分のIDではすべて）',
    who: ['customer'],
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
  }),
}
