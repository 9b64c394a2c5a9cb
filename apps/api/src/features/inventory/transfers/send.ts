import type { Actor, Context } from '../../../context.ts'
import type { Answer, Input, Output } from '../../../http/operation.ts'
import { postAct } from '../act.ts'
import { actingStore } from '../rules.ts'

export async function sendTransfer(
  ctx: Context,
  actor: Actor,
  input: Input<'inventory.send'>,
): Promise<Answer<Output<'inventory.send'>>> {
  const { to_store_id, note, lines, store_id } = input.body
  return postAct(ctx, actor, input, {
    kind: 'transfer',
    store_id: await actingStore(ctx, actor, store_id),
    to_store_id,
    note: note ?? null,
    lines,
  })
}
