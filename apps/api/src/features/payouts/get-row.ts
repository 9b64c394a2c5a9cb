import type { PayoutRow } from '@shirogane/contract/resources/brand/payouts'
import type { Actor, Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { findOwnCustomerId } from '../kyc/index.ts'
import { presentRow } from './present.ts'
import { listPayoutsByIds } from './office-store.ts'

export async function getRow(ctx: Context, actor: Actor, id: string): Promise<PayoutRow> {
  const [[row], own] = await Promise.all([
    listPayoutsByIds(ctx.db, [id]),
    findOwnCustomerId(ctx.db, actor.user_id),
  ])
  if (!row) throw new Problem('NOT_FOUND')
  return presentRow(row, own)
}
