import type { TransactionDetails } from '@shirogane/contract/resources/shapes'
import type { TransactionRow } from '@shirogane/ledger'
import type { Context } from '../../../context.ts'
import { shortName } from '../../../lib/short-name.ts'
import { listRewardReasons } from './reasons-store.ts'

/** Why a movement of rewards came to what it is, reward by reward; nothing for any other movement. */
export async function rewardReasonsOf(
  ctx: Context,
  row: TransactionRow,
): Promise<TransactionDetails['reward_reasons']> {
  if (row.kind !== 'reward') return []
  const rows = await listRewardReasons(ctx.db, row.id)
  return rows.map(({ id, username, base, rate_bp, cut, day_max, amount, earned_at }) => ({
    id,
    name: shortName(username),
    base,
    rate_bp,
    cut: cut > 0 && day_max !== null ? { amount: cut, day_max } : null,
    amount,
    earned_at: earned_at.toISOString(),
  }))
}
