import type { Actor, Context } from '../../../context.ts'
import type { Answer, Input, Output } from '../../../http/operation.ts'
import { postAct } from '../act.ts'
import { actingStore } from '../rules.ts'

/** One article: received, corrected, sent, disposed of, looked at, or counted anew. */
export async function move(
  ctx: Context,
  actor: Actor,
  input: Input<'inventory.move'>,
): Promise<Answer<Output<'inventory.move'>>> {
  const { kind, quantity, to_store_id, reason, note, place, expected, store_id, approval_id } = input.body
  const act = {
    kind,
    store_id: await actingStore(ctx, actor, store_id),
    to_store_id: to_store_id ?? null,
    reason: reason ?? null,
    note: note ?? null,
    lines: [{ sku_id: input.params.id, quantity, place, expected }],
  }
  return postAct(ctx, actor, input, act, approval_id)
}
