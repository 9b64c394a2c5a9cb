import type { BuybackDetails } from '@shirogane/contract/resources/brand/buybacks'
import type { Actor, Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { areTwo } from '../approvals/index.ts'
import { mayReverse, presentBuyback } from './present.ts'
import { type BuybackRow, findBuyback, listItems } from './store.ts'

/** What another store bought is not there for a manager; head office and accounting see all. */
export async function getBuyback(ctx: Context, actor: Actor, id: string): Promise<BuybackRow> {
  const row = await findBuyback(ctx.db, id)
  const store_id = actor.employee?.store_id ?? null
  if (!row || (store_id !== null && row.store_id !== store_id)) throw new Problem('NOT_FOUND')
  return row
}

export async function getDetails(ctx: Context, actor: Actor, id: string): Promise<BuybackDetails> {
  const row = await getBuyback(ctx, actor, id)
  const [items, isOthers] = await Promise.all([
    listItems(ctx.db, [id]),
    areTwo(ctx.db, row.employee_id, actor.user_id),
  ])
  return { ...presentBuyback(row, items), may_reverse: mayReverse(actor, row, items, isOthers) }
}
