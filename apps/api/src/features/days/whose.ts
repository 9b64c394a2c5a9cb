import { limits } from '@shirogane/contract/rules/limits'
import { ceilingOf } from '@shirogane/contract/wire/rights'
import type { Actor, Context } from '../../context.ts'
import { amountOf } from '../approvals/index.ts'
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

/** From which difference of the drawer on the caller needs an approval. */
export async function approvalFrom(ctx: Context, actor: Actor): Promise<number> {
  const { employee } = actor
  const ceiling = employee && ceilingOf(employee.type, 'close.difference')
  if (!employee || !ceiling) return limits.amountMax
  return (await amountOf(ctx.db, ceiling, employee.store_id)) + 1
}
