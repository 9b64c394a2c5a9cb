import { searchBanks } from '@shirogane/bank/banks'
import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { capBankQueries } from '../banks.ts'

/** Our own copy of the banks' list: no outside service learns who looks for which bank. */
export async function banks(
  ctx: Context,
  actor: Actor,
  { query }: Input<'payoutMethods.banks'>,
): Promise<Output<'payoutMethods.banks'>> {
  capBankQueries(ctx, actor)
  return { items: await searchBanks(ctx.config, query.query, limits.bankRowsMax) }
}
