import type { Context } from '../../../context.ts'
import { readSettings } from '../../../db/settings.ts'
import type { Db } from '../../../db/sql.ts'
import type { Output } from '../../../http/operation.ts'
import { readGiftTerms } from '../invite-bonus.ts'

/** What the inviter and the invited get, shown before a member decides to invite. */
export async function terms(ctx: Context): Promise<Output<'affiliates.terms'>> {
  const [reward, { own, payment_min }] = await Promise.all([readRewardTerms(ctx.db), readGiftTerms(ctx.db)])
  return {
    ...reward,
    invite_points: own.points,
    invite_yen: own.yen,
    invite_payment_min: payment_min,
  }
}

/** What an invitation brings at this moment, as the brand has set it. */
export async function readRewardTerms(
  db: Db,
): Promise<{ rate_bp: number; days: number; confirm_days: number; day_max: number }> {
  const held = await readSettings(db, [
    'affiliate.rate_bp',
    'affiliate.days',
    'refund.window_days',
    'affiliate.day_max',
  ])
  return {
    rate_bp: held['affiliate.rate_bp'],
    days: held['affiliate.days'],
    confirm_days: held['refund.window_days'],
    day_max: held['affiliate.day_max'],
  }
}
