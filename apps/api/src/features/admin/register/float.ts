import { countFloat } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { shortDayText } from '../../../lib/dates-text.ts'
import { getStore } from '../../days/whose.ts'

/** What the drawer holds in the morning. After a miscount it is counted again, and the last count stands. */
export async function float(
  ctx: Context,
  actor: Actor,
  { body }: Input<'admin.countFloat'>,
): Promise<Output<'admin.countFloat'>> {
  const store = await getStore(ctx, actor, body.store_id)
  return ctx.transact(async (tx) => {
    const { code, on_date, counted } = await countFloat(tx, {
      transaction_id: uuidv7(ctx.now()),
      store_id: store.id,
      actor_id: actor.user_id,
      counts: body.counts,
      date: body.date ?? null,
    })
    if (code !== null) throw new Problem(code, { blanks: { date: shortDayText(on_date) } })
    return { date: on_date, counted }
  })
}
