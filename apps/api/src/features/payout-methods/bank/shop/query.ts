import { searchBranches } from '@shirogane/bank/banks'
import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../../context.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { capBankQueries } from '../../banks.ts'

export async function branches(
  ctx: Context,
  actor: Actor,
  { query }: Input<'payoutMethods.branches'>,
): Promise<Output<'payoutMethods.branches'>> {
  capBankQueries(ctx, actor)
  const items = await searchBranches(ctx.config, query.bank, query.query, limits.bankRowsMax)
  if (items === null) throw new Problem('BANK_NOT_FOUND')
  return { items }
}
