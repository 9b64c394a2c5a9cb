import { limits } from '@shirogane/contract/rules/limits'
import { payableReward } from '@shirogane/domain/payouts/standing'
import type { Actor, Context } from '../../../context.ts'
import { readSettings } from '../../../db/settings.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { pageOf } from '../../../http/pages/page.ts'
import { Problem } from '../../../http/problem.ts'
import { shortName } from '../../../lib/short-name.ts'
import { coolingUntil } from '../../auth/index.ts'
import { cutOf, statusOf } from '../../rewards/rules.ts'
import {
  countRewards,
  findRewardMethod,
  findRewardStanding,
  listClaimable,
  listRewards,
} from '../../rewards/store.ts'

/** What an inviter has earned, and why: nothing of it stands in the wallet that pays. */
export async function wallet(
  ctx: Context,
  actor: Actor,
  { query: { page, limit } }: Input<'rewards.wallet'>,
): Promise<Output<'rewards.wallet'>> {
  const chosen = await findRewardMethod(ctx.db, actor.user_id)
  if (!chosen) throw new Problem('NOT_AFFILIATOR')
  const [standing, claimable, rows, counted, cooling, { 'affiliate.day_max': dayMax }] = await Promise.all([
    findRewardStanding(ctx.db, actor.user_id),
    listClaimable(ctx.db, actor.user_id),
    listRewards(ctx.db, actor.user_id, { skip: (page - 1) * limit, limit: limit + 1 }),
    countRewards(ctx.db, actor.user_id, limits.listTotalCap + 1),
    coolingUntil(ctx, ctx.db, actor.user_id),
    readSettings(ctx.db, ['affiliate.day_max']),
  ])
  const items = rows.map((row) => ({
    id: row.id,
    affiliate: { id: row.affiliate_id, name: shortName(row.username) },
    status: statusOf(row),
    amount: row.amount - row.reversed,
    reversed: row.reversed,
    base: row.base,
    rate_bp: row.rate_bp,
    cut: cutOf(row),
    earned_at: row.earned_at.toISOString(),
    confirms_on: row.confirms_on,
  }))
  return {
    pending: standing.pending,
    confirmed: Math.max(0, standing.confirmed),
    payable: Math.max(0, payableReward({ reward: standing.reward, reward_confirmed: standing.confirmed })),
    held: standing.held,
    paid: standing.paid_wallet + standing.paid_bank,
    paid_wallet: standing.paid_wallet,
    paid_bank: standing.paid_bank,
    carried: Math.max(0, -standing.confirmed),
    cooling_until: cooling?.toISOString() ?? null,
    stopped: standing.is_stopped,
    method: chosen.method,
    method_since: chosen.since?.toISOString() ?? null,
    today: { earned: standing.today, max: dayMax },
    claimable: claimable.map(({ id, username, amount }) => ({ id, name: shortName(username), amount })),
    ...pageOf(items, { page, limit, counted }),
  }
}
