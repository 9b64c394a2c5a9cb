import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import { Answer, type Input, type Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { csvOf } from '../../../lib/csv.ts'
import { isStore, recordAct } from '../../log/index.ts'
import { directoryOf } from '../sale/directory.ts'
import { daysOf, foundBy, listPresented } from '../search.ts'
import { rowsOfCsv } from './csv-text.ts'

/** The whole of what a search finds, for a spreadsheet. What is too much for one is asked for in parts. */
export async function searchCsv(
  ctx: Context,
  actor: Actor,
  { query, requestId }: Input<'transactions.searchCsv'>,
): Promise<Answer<Output<'transactions.searchCsv'>>> {
  const { store_id = null } = query
  if (store_id !== null && !(await isStore(ctx.db, store_id))) throw new Problem('NOT_FOUND')
  const asked = await foundBy(ctx, actor, query, await directoryOf(ctx))
  const most = limits.listTotalCap
  const found = asked === null ? [] : await listPresented(ctx, actor, asked, { skip: 0, limit: most + 1 })
  if (found.length > most) throw new Problem('SEARCH_TOO_WIDE', { blanks: { n: most } })
  await recordAct(ctx, ctx.db, {
    actor,
    requestId,
    action: 'export.transactions',
    store_id,
    after: {
      date: query.date,
      from: query.from,
      until: query.until,
      amount_from: query.amount_from,
      amount_until: query.amount_until,
      rows: found.length,
    },
  })
  const days = daysOf(query)
  const name = days === null ? 'all' : days.from === days.until ? days.from : `${days.from}_${days.until}`
  const file = new TextEncoder().encode(csvOf(rowsOfCsv(found)))
  return new Answer(file, {
    headers: { 'Content-Disposition': `attachment; filename="transactions_${name}.csv"` },
  })
}
