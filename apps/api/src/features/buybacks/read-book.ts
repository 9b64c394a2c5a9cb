import { tokyoDate } from '@shirogane/domain/time/tokyo'
import type { Actor, Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { Problem } from '../../http/problem.ts'
import { addDays, daysBetween } from '../../lib/days.ts'
import { type BuybackRow, type ItemRow, listBuybacks, listItems, recordLook } from './store.ts'

const daysShown = 31

/**
 * Purchases of a period with their pieces, oldest first, for a file or for paper: who takes them stands on record. The law
 * asks for every line, so a period with more than there is room for is asked for in parts, and never cut.
 */
export async function readBook(
  ctx: Context,
  actor: Actor,
  query: { from?: string | undefined; until?: string | undefined },
  how: { action: 'buyback.csv' | 'buyback.print'; daysMax: number; rowsMax: number; requestId: string },
): Promise<{ from: string; until: string; rows: BuybackRow[]; itemsOf: (id: string) => ItemRow[] }> {
  const until = query.until ?? tokyoDate(ctx.now())
  const from = query.from ?? addDays(until, 1 - daysShown)
  if (daysBetween(from, until) >= how.daysMax)
    throw new Problem('PERIOD_TOO_LONG', { blanks: { n: how.daysMax } })
  const filter = { store_id: actor.employee?.store_id ?? null, from, until, q: '', status: 'all' as const }
  const found = await listBuybacks(ctx.db, filter, '', 0, how.rowsMax + 1)
  if (found.length > how.rowsMax) throw new Problem('SEARCH_TOO_WIDE', { blanks: { n: how.rowsMax } })
  const at = ctx.now()
  await recordLook(ctx.db, {
    id: uuidv7(at),
    at,
    actor_id: actor.user_id,
    action: how.action,
    subject_id: null,
    object: `${from}..${until}`,
    request_id: how.requestId,
  })
  const rows = found.toReversed()
  const ids = rows.map(({ id }) => id)
  const items = Map.groupBy(await listItems(ctx.db, ids), ({ buyback_id }) => buyback_id)
  return { from, until, rows, itemsOf: (id) => items.get(id) ?? [] }
}
