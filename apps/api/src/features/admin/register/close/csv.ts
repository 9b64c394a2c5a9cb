import type { Actor, Context } from '../../../../context.ts'
import { Answer, type Input, type Output } from '../../../../http/operation.ts'
import { sheetOf } from '../../../days/rules.ts'
import { getDay } from './day.ts'
import { getStore } from '../../../days/whose.ts'
import { linesOf } from './csv-text.ts'

/** The daily report as a sheet: part, what, how many, yen. */
export async function csv(
  ctx: Context,
  actor: Actor,
  { query }: Input<'admin.dayCsv'>,
): Promise<Answer<Output<'admin.dayCsv'>>> {
  const store = await getStore(ctx, actor, query.store_id)
  const day = await getDay(ctx, actor, store, query.date ?? null)
  return new Answer(sheetOf(linesOf(day)) as Output<'admin.dayCsv'>, {
    headers: { 'Content-Disposition': `attachment; filename="daily_${store.code}_${day.date}.csv"` },
  })
}
