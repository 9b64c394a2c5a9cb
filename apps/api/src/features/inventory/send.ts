import type { Operation } from '../../http/operation.ts'
import { postAct } from './act.ts'
import { actingStore } from './rules.ts'

export const send: Operation<'inventory.send'> = async (ctx, actor, input) => {
  const { to_store_id, note, lines, store_id } = input.body
  return postAct(ctx, actor, input, {
    kind: 'transfer',
    store_id: await actingStore(ctx, actor, store_id),
    to_store_id,
    note: note ?? null,
    lines,
  })
}
