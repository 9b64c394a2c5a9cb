import { z } from 'zod'
import { businessDate, id, instant, pageOf, whole } from '../shapes.ts'

/** How a reward stands: it may still go back with the articles, it may be claimed, it was claimed, or nothing is left of it. */
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
  /**
   * How this member receives what is confirmed: the end of a month does so by itself. `method_since` is null where they
   * have not chosen.
   */
  method: z.enum(['wallet', 'bank']),
  method_since: z.nullable(instant),
  /** By whom the confirmed part came, each of which can be claimed by itself. */
  claimable: z.array(z.strictObject({ id, name: z.string(), amount: whole })),
  ...pageOf(reward).shape,
})
