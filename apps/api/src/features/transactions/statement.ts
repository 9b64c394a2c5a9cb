import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { statementOf } from '../payouts/statement.ts'

export function payoutStatement(
  ctx: Context,
  actor: Actor,
  { params }: Input<'transactions.payoutStatement'>,
): Promise<Output<'transactions.payoutStatement'>> {
  return statementOf(ctx, actor, params.id)
}
