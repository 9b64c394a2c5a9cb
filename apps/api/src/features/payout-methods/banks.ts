import { limits } from '@shirogane/contract/limits'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { searchBanks, searchBranches } from './bank-list.ts'

/** Our own copy of the banks' list: nobody outside learns who looks for which bank. */
export async function banks(
  ctx: Context,
  actor: Actor,
  { query }: Input<'payoutMethods.banks'>,
): Promise<Output<'payoutMethods.banks'>> {
  cap(ctx, actor)
  return { items: await searchBanks(ctx, query.query, limits.bankRowsMax) }
}

export async function branches(
  ctx: Context,
  actor: Actor,
  { query }: Input<'payoutMethods.branches'>,
): Promise<Output<'payoutMethods.branches'>> {
  cap(ctx, actor)
  const items = await searchBranches(ctx, query.bank, query.query, limits.bankRowsMax)
  if (items === null) throw new Problem('BANK_NOT_FOUND')
  return { items }
}

function cap(ctx: Context, actor: Actor): void {
  ctx.limits.capCalls(`banks:${actor.user_id}`, limits.bankQueriesPerMinute)
}
