import type { Actor, Context } from '../../../context.ts'
import type { Answer, Input, Output } from '../../../http/operation.ts'
import { postAct } from '../act.ts'

/** The store that it goes to takes it in, or the one that sent it takes it back. What is missing stays on record. */
export async function endTransfer(
  ctx: Context,
  actor: Actor,
  input: Input<'inventory.endTransfer'>,
): Promise<Answer<Output<'inventory.endTransfer'>>> {
  const { kind, reason, lines } = input.body
  return postAct(ctx, actor, input, {
    kind,
    store_id: null,
    related_id: input.params.id,
    reason: reason ?? null,
    ...(lines && { lines }),
  })
}
