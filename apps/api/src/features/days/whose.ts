import type { Actor, Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { findStore, type StoreRow } from './store.ts'

/** The store that is asked about: staff have theirs, and another is not there; head office names one, or means the first. */
export async function getStore(ctx: Context, actor: Actor, storeId: string | undefined): Promise<StoreRow> {
  const own = actor.employee?.store_id ?? null
  if (own !== null && storeId !== undefined && storeId !== own) throw new Problem('NOT_FOUND')
  const store = await findStore(ctx.db, own ?? storeId ?? null)
  if (!store) throw new Problem('NOT_FOUND')
  return store
}
