import { limits } from '@shirogane/contract/limits'
import { settingCatalogue } from '@shirogane/contract/setting-catalogue'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/sql.ts'
import type { Output } from '../../http/operation.ts'
import { readGiftTerms } from './invite-bonus.ts'

/** What whoever invites and whoever comes by it get, before somebody decides to invite. */
export async function terms(ctx: Context): Promise<Output<'affiliates.terms'>> {
  const [reward, { own, paymentMin }] = await Promise.all([readRewardTerms(ctx.db), readGiftTerms(ctx.db)])
  return {
    ...reward,
    invite_points: own.points,
    invite_yen: own.yen,
    invite_payment_min: paymentMin,
  }
}

/** What an invitation brings at this moment, as the brand has set it. */
export async function readRewardTerms(
  db: Db,
): Promise<{ rate_bp: number; days: number; confirm_days: number; day_max: number }> {
  const row = await db.first<{ rate_bp: number; days: number; confirm_days: number; day_max: number }>(
    `select max((value #>> '{}')::int) filter (where key = 'affiliate.rate_bp') as rate_bp,
       max((value #>> '{}')::int) filter (where key = 'affiliate.days') as days,
       max((value #>> '{}')::int) filter (where key = 'refund.window_days') as confirm_days,
       max((value #>> '{}')::int) filter (where key = 'affiliate.day_max') as day_max
     from settings where key in ('affiliate.rate_bp', 'affiliate.days', 'refund.window_days', 'affiliate.day_max')`,
    [],
    'reward-terms',
  )
  return {
    rate_bp: row?.rate_bp ?? limits.affiliateRateBp,
    days: row?.days ?? limits.affiliateDays,
    confirm_days: row?.confirm_days ?? Number(settingCatalogue['refund.window_days'].fallback),
    day_max: row?.day_max ?? limits.affiliateDayMax,
  }
}
