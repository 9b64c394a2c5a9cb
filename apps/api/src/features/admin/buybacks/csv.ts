import type { Actor, Context } from '../../../context.ts'
import { Answer, type Input, type Output } from '../../../http/operation.ts'
import { csvDate, csvOf, decimal } from '../../../lib/csv.ts'
import {
  documentNames,
  gradeNames,
  kindNames,
  methodNames,
  paymentNames,
  wayNames,
} from '@shirogane/contract/terms/buyback-words'
import { readBook } from '../../buybacks/read-book.ts'
import type { BuybackRow } from '../../buybacks/store.ts'
import { ended, header } from './text.ts'

const daysMax = 366
const rowsMax = 20_000

const grams = (mg: number) => decimal(mg / 1000, 3)

/** What was taken back is a line of the book all the same, and says so. */
const wayOf = (row: BuybackRow): string =>
  row.status === 'paid'
    ? paymentNames[row.paid_by]
    : row.status === 'stopped'
      ? ended.stopped
      : ended.reversed

/** The ledger of second-hand articles as the law asks for it, a row for each piece. */
export async function csv(
  ctx: Context,
  actor: Actor,
  { query, requestId }: Input<'admin.buybacksCsv'>,
): Promise<Answer<Output<'admin.buybacksCsv'>>> {
  const { from, until, rows, itemsOf } = await readBook(ctx, actor, query, {
    action: 'buyback.csv',
    daysMax,
    rowsMax,
    requestId,
  })
  const lines = rows.flatMap((row) =>
    itemsOf(row.id).map((item) => [
      `${row.number}-${item.line}`,
      csvDate(row.on),
      row.store,
      row.employee,
      kindNames[item.kind],
      item.name,
      item.quantity,
      item.features,
      item.serial,
      item.fineness,
      grams(item.gross_weight_mg),
      grams(item.deduction_mg),
      grams(item.net_weight_mg),
      gradeNames[item.grade],
      row.price_per_g,
      decimal(item.rate_bp / 100, 2),
      row.status === 'stopped' ? 0 : item.amount,
      wayOf(row),
      row.seller_name,
      row.seller_address,
      row.seller_occupation,
      csvDate(row.seller_date_of_birth),
      row.seller_age,
      documentNames[row.document],
      row.document_tail,
      methodNames[row.method],
      row.purpose,
      item.held_until && csvDate(item.held_until),
      item.disposed_on && csvDate(item.disposed_on),
      item.disposed_to,
      item.way && wayNames[item.way],
      item.sale?.buyer?.address ?? null,
      item.sale?.buyer?.occupation ?? null,
      item.sale?.buyer?.age ?? null,
      item.sale?.number ?? null,
      item.sale?.amount ?? null,
      row.note,
      row.reversed_at && csvDate(row.reversed_at),
      row.reversal_reason,
    ]),
  )
  const file = Buffer.from(csvOf([header, ...lines])) as Output<'admin.buybacksCsv'>
  return new Answer(file, {
    headers: { 'Content-Disposition': `attachment; filename="kobutsu_${from}_${until}.csv"` },
  })
}
