import type { Actor, Context } from '../../context.ts'
import type { Output } from '../../http/operation.ts'
import { directoryOf } from './sale/directory.ts'

export async function stores(ctx: Context, _actor: Actor): Promise<Output<'transactions.stores'>> {
  const { stores } = await directoryOf(ctx)
  return { items: [...stores.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1)) }
}
