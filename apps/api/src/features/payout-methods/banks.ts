import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../context.ts'

export function capBankQueries(ctx: Context, actor: Actor): void {
  ctx.limits.capCalls(`banks:${actor.user_id}`, limits.bankQueriesPerMinute)
}
