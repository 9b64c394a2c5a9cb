import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { issuedFor, presentReceipt } from './receipt/issue.ts'
import { findReceipt } from './receipt/store.ts'

export async function receipt(
  ctx: Context,
  actor: Actor,
  { params }: Input<'transactions.receipt'>,
): Promise<Output<'transactions.receipt'>> {
  const issued = await issuedFor(ctx, actor, params.id)
  return presentReceipt(ctx, issued, await findReceipt(ctx.db, params.id, 'formal'))
}
