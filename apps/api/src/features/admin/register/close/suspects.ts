import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../../context.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { directoryOf } from '../../../transactions/index.ts'
import { personOf } from '../../../days/present.ts'
import { getCurrentDate, listDrawerMoves } from '../../../days/store.ts'
import { rankOf, whyOf } from '../../../days/suspects-rules.ts'
import { getStore } from '../../../days/whose.ts'

/** What of the day could be the whole of a difference, the likeliest first. Nothing is decided by it, and nothing changes. */
export async function suspects(
  ctx: Context,
  actor: Actor,
  { query }: Input<'admin.daySuspects'>,
): Promise<Output<'admin.daySuspects'>> {
  const store = await getStore(ctx, actor, query.store_id)
  const date = query.date ?? (await getCurrentDate(ctx.db, store.id)).date
  const [moves, { employees }] = await Promise.all([
    listDrawerMoves(ctx.db, store.id, date),
    directoryOf(ctx),
  ])
  const found = moves
    .flatMap((move) => {
      const why = whyOf(move, query.difference)
      return why === null ? [] : [{ move, why }]
    })
    .toSorted((a, b) => rankOf(a.why) - rankOf(b.why))
  return {
    count: found.length,
    items: found.slice(0, limits.daySuspectsMax).map(({ move, why }) => ({
      id: move.id,
      number: move.number,
      kind: move.kind,
      why,
      cash: move.cash,
      card: move.card,
      change: move.change,
      employee: move.employee_id === null ? null : personOf(employees, move.employee_id),
      at: move.at.toISOString(),
    })),
  }
}
