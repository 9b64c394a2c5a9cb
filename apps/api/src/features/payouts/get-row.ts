import type { PayoutRow } from '@shirogane/contract/payouts'
import type { Actor, Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { presentRow } from './present.ts'
import { listPayoutsByIds } from './store.ts'

export async function getRow(ctx: Context, actor: Actor, id: string): Promise<PayoutRow> {
  const [row] = await listPayoutsByIds(ctx.db, [id])
  if (!row) throw new Problem('NOT_FOUND')
  return presentRow(row, actor)
}
