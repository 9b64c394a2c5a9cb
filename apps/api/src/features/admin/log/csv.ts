import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import { Answer, type Input, type Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { csvOf } from '../../../lib/csv.ts'
import { recordAct } from '../../log/record-act.ts'
import { filterOf, rowsOfCsv } from '../../log/rules.ts'
import { isStore, listActs } from '../../log/store.ts'

/** The log as a file. Taking it out of the brand's systems is itself an act. */
export async function csv(
  ctx: Context,
  actor: Actor,
  { query, requestId }: Input<'admin.logCsv'>,
): Promise<Answer<Output<'admin.logCsv'>>> {
  const filter = filterOf(actor, query)
  const { store_id = null } = filter
  if (store_id !== null && !(await isStore(ctx.db, store_id))) throw new Problem('NOT_FOUND')
  const most = limits.listTotalCap
  const rows = await listActs(ctx.db, filter, 0, most + 1)
  if (rows.length > most) throw new Problem('SEARCH_TOO_WIDE', { blanks: { n: most } })
  await recordAct(ctx, ctx.db, {
    actor,
    requestId,
    action: 'export.log',
    store_id,
    after: { ...filter, rows: rows.length },
  })
  return new Answer(new TextEncoder().encode(csvOf(rowsOfCsv(rows))), {
    headers: { 'Content-Disposition': `attachment; filename="log_${query.from ?? 'all'}.csv"` },
  })
}
