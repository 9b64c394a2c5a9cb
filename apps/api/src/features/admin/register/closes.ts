import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { pageOf } from '../../../http/pages/page.ts'
import { directoryOf } from '../../transactions/index.ts'
import { presentClose } from '../../days/present.ts'
import { countCloses, listCloses } from '../../days/store.ts'
import { getStore } from '../../days/whose.ts'

export async function closes(
  ctx: Context,
  actor: Actor,
  { query }: Input<'admin.dayCloses'>,
): Promise<Output<'admin.dayCloses'>> {
  const store = await getStore(ctx, actor, query.store_id)
  const { page, limit } = query
  const [rows, counted, { employees }] = await Promise.all([
    listCloses(ctx.db, store.id, (page - 1) * limit, limit + 1),
    countCloses(ctx.db, store.id),
    directoryOf(ctx),
  ])
  return pageOf(
    rows.map((row) => presentClose(row, employees)),
    { page, limit, counted },
  )
}
