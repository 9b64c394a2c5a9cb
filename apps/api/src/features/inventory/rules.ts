import type { Actor, Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { isStore } from '../log/index.ts'

/** Staff of a store work on their own; another one is not there. */
export function ownStore(actor: Actor, asked: string | undefined): string | null {
  const own = actor.employee!.store_id
  if (own !== null && asked !== undefined && asked !== own) throw new Problem('NOT_FOUND')
  return own ?? asked ?? null
}

/** Head office says which store it means; a caller who belongs to a store acts there. */
export async function actingStore(ctx: Context, actor: Actor, asked: string | undefined): Promise<string> {
  const store = ownStore(actor, asked)
  if (store === null) throw new Problem('STORE_REQUIRED')
  if (store !== actor.employee!.store_id && !(await isStore(ctx.db, store))) throw new Problem('NOT_FOUND')
  return store
}

export type StockState = 'ok' | 'low' | 'out'

/** What the shelf says: nothing for sale, so little that it is time to order, or enough. */
export function stateOf({
  available,
  reorder_point,
}: {
  available: number
  reorder_point: number | null
}): StockState {
  if (available <= 0) return 'out'
  return reorder_point !== null && available <= reorder_point ? 'low' : 'ok'
}
