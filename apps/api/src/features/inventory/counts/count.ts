import type { StockCountDetail } from '@shirogane/contract/resources/brand/inventory'
import { holds } from '@shirogane/contract/wire/rights'
import { sumLooks } from '@shirogane/domain/stock/count-stock'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { presentCount } from '../present.ts'
import { ownStore } from '../rules.ts'
import { type CountRow, findCount, listCountLines } from '../counts-store.ts'

export function count(
  ctx: Context,
  actor: Actor,
  { params }: Input<'inventory.count'>,
): Promise<Output<'inventory.count'>> {
  return getCount(ctx, actor, params.id)
}

export async function getOwnCount(ctx: Context, actor: Actor, id: string): Promise<CountRow> {
  const head = await findCount(ctx.db, id)
  if (!head) throw new Problem('NOT_FOUND')
  ownStore(actor, head.store_id)
  return head
}

/**
 * A count is blind: while it runs no one sees what the books expect, least of all the one who counts. Managers see the
 * books once the counting is done, register staff once it is posted.
 */
export async function getCount(ctx: Context, actor: Actor, id: string): Promise<StockCountDetail> {
  const head = await getOwnCount(ctx, actor, id)
  const lines = await listCountLines(ctx.db, id, actor.user_id)
  const isDone = head.state !== 'counting'
  const seesBooks = head.state === 'posted' || (head.state === 'review' && holds(actor.role, 'stock.count'))
  return {
    ...presentCount(head),
    lines: lines.map((line) => {
      const sum = sumLooks(line)
      const book = sum?.book ?? line.shelf
      const variance = sum && sum.counted - book
      return {
        sku_id: line.sku_id,
        sku: line.sku,
        name: line.name,
        barcode: line.barcode,
        picture: line.picture,
        counted: sum?.counted ?? null,
        own: line.own,
        people: line.looks.length,
        book: seesBooks ? book : null,
        variance: seesBooks ? variance : null,
        differs: isDone && variance !== null ? variance !== 0 : null,
        moved: isDone && sum?.moved === true,
      }
    }),
  }
}
