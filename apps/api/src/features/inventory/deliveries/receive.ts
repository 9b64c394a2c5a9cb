import type { Actor, Context } from '../../../context.ts'
import type { Answer, Input, Output } from '../../../http/operation.ts'
import { postAct } from '../act.ts'
import { actingStore } from '../rules.ts'

/** A delivery: what the slip announces beside what was really in the box. */
export async function receive(
  ctx: Context,
  actor: Actor,
  input: Input<'inventory.receive'>,
): Promise<Answer<Output<'inventory.receive'>>> {
  const { supplier, slip_number, note, lines, store_id } = input.body
  return postAct(ctx, actor, input, {
    kind: 'receive',
    store_id: await actingStore(ctx, actor, store_id),
    supplier,
    slip_number,
    note: note ?? null,
    lines,
  })
}
