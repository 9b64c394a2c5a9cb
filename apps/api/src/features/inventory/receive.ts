import type { Operation } from '../../http/operation.ts'
import { postAct } from './act.ts'
import { actingStore } from './rules.ts'

/** A delivery: what the slip announces beside what was really in the box. */
export const receive: Operation<'inventory.receive'> = async (ctx, actor, input) => {
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
