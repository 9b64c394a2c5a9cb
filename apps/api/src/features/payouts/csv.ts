import type { Actor, Context } from '../../context.ts'
import { Answer, type Input, type Output } from '../../http/operation.ts'
import { type Cell, csvOf } from '../../lib/csv.ts'
import { recordAct } from '../log/index.ts'
import { deductibleBp, taxIn } from './statement-rules.ts'
import { findTaxNumber, listPaidIn } from './store.ts'

const header = [
  '会員',
  '氏名',
  '登録番号',
  '取引番号',
  '振込日',
  '報酬額（税込）',
  'うち消費税',
  '控除割合（%）',
  '源泉徴収税額',
  '手数料',
  '振込額',
  '年間合計（税込）',
  '年間の源泉徴収税額',
]

/** Everything paid in a year, by whom it was paid to, with each person's totals beside it. */
export async function csv(
  ctx: Context,
  actor: Actor,
  { query: { year }, requestId }: Input<'admin.payoutsCsv'>,
): Promise<Answer<Output<'admin.payoutsCsv'>>> {
  const rows = await listPaidIn(ctx.db, year)
  await recordAct(ctx, ctx.db, { actor, requestId, action: 'payout.csv', object: `payouts:${year}` })
  const totals = new Map<string, { paid: number; withheld: number }>()
  for (const { user_id, amount, withheld } of rows) {
    const before = totals.get(user_id)
    totals.set(user_id, {
      paid: (before?.paid ?? 0) + amount,
      withheld: (before?.withheld ?? 0) + withheld,
    })
  }
  const lines: Cell[][] = []
  for (const row of rows) {
    const registration = await findTaxNumber(ctx.db, row.user_id, row.settled_at)
    lines.push([
      row.username,
      row.name,
      registration,
      row.number,
      row.value_date.replaceAll('-', '/'),
      row.amount,
      taxIn(row.amount),
      registration === null ? deductibleBp(row.value_date) / 100 : 100,
      row.withheld,
      row.fee,
      row.amount - row.fee - row.withheld,
      totals.get(row.user_id)?.paid ?? 0,
      totals.get(row.user_id)?.withheld ?? 0,
    ])
  }
  const file = Buffer.from(csvOf([header, ...lines])) as Output<'admin.payoutsCsv'>
  return new Answer(file, {
    headers: { 'Content-Disposition': `attachment; filename="shiharai_${year}.csv"` },
  })
}
