import type { Actor, Context } from '../../../context.ts'
import { Answer, type Input, type Output } from '../../../http/operation.ts'
import { recordAct } from '../../log/index.ts'
import { listDays, periodOf } from '../../prepaid/book.ts'
import { csvOf } from '../../prepaid/rules.ts'
import { getToday } from '../../prepaid/store.ts'

export async function csv(
  ctx: Context,
  actor: Actor,
  { query, requestId }: Input<'admin.prepaidCsv'>,
): Promise<Answer<Output<'admin.prepaidCsv'>>> {
  const { from, until } = periodOf(query, (await getToday(ctx.db)).date)
  const file = csvOf(await listDays(ctx.db, from, until)) as Output<'admin.prepaidCsv'>
  await recordAct(ctx, ctx.db, { actor, requestId, action: 'export.prepaid', after: { from, until } })
  return new Answer(file, {
    headers: { 'Content-Disposition': `attachment; filename="prepaid_${from}_${until}.csv"` },
  })
}
