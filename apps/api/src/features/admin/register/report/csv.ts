import type { Actor, Context } from '../../../../context.ts'
import { Answer, type Input, type Output } from '../../../../http/operation.ts'
import { csvDate } from '../../../../lib/csv.ts'
import { getReport } from '../report.ts'
import { sheetOf } from '../../../days/rules.ts'
import { getStore } from '../../../days/whose.ts'
import { text } from './text.ts'

export async function reportCsv(
  ctx: Context,
  actor: Actor,
  { query: { store_id, from, until } }: Input<'admin.dayReportCsv'>,
): Promise<Answer<Output<'admin.dayReportCsv'>>> {
  const store = await getStore(ctx, actor, store_id)
  const { days, figures } = await getReport(ctx, store, from, until)
  const sheet = sheetOf([
    text.head,
    ...days.map(({ date, closed, count, total, refunds, net }) => [
      csvDate(date),
      store.name,
      closed ? text.closed : text.open,
      count,
      total,
      refunds,
      Math.abs(net),
      net < 0 ? text.belowZero : '',
    ]),
    [
      text.total,
      store.name,
      '',
      figures.sales.count,
      figures.sales.total,
      figures.refunds.total,
      Math.abs(figures.net),
      figures.net < 0 ? text.belowZero : '',
    ],
  ]) as Output<'admin.dayReportCsv'>
  return new Answer(sheet, {
    headers: { 'Content-Disposition': `attachment; filename="sales_${store.code}_${from}_${until}.csv"` },
  })
}
