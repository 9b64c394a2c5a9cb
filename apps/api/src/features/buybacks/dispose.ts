import type { Actor, Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { daysBetween } from '../../lib/days.ts'
import { getBuyback, getDetails } from './get.ts'
import { disposeItem, listItems, recordLook } from './store.ts'

/** Where a piece went, once the days are over in which its owner may ask for it. */
export async function dispose(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.disposeBuyback'>,
): Promise<Output<'admin.disposeBuyback'>> {
  const row = await getBuyback(ctx, actor, params.id)
  const line = Number(params.line)
  const piece = (await listItems(ctx.db, [row.id])).find((item) => item.line === line)
  if (!piece) throw new Problem('NOT_FOUND')
  if (piece.disposed_on !== null || row.status === 'reversed') throw new Problem('CONFLICT')
  const done = await disposeItem(ctx.db, {
    buyback_id: row.id,
    line,
    to: body.disposed_to,
    employee_id: actor.user_id,
  })
  if (!done) throw new Problem('BUYBACK_HELD', { blanks: { n: daysBetween(row.on, piece.held_until) } })
  const at = ctx.now()
  await recordLook(ctx.db, {
    id: uuidv7(at),
    at,
    actor_id: actor.user_id,
    action: 'buyback.dispose',
    subject_id: row.customer_id,
    object: `buyback:${row.id}:${line}`,
    request_id: requestId,
  })
  return getDetails(ctx, actor, row.id)
}
