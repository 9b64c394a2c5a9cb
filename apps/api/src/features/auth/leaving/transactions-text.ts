import { tenderNames } from '@shirogane/contract/terms/tender-words'
import { plainTenders } from '@shirogane/domain/sales/tenders'
import { csvOf, csvTime } from '../../../lib/csv.ts'
import { movementNames } from '../../../lib/movement-names-text.ts'
import type { ExportedTransaction } from './export-store.ts'

/** Balance is given, and ends, in movements of the same kinds as points. */
function kindOf({ kind, balance, received_balance, points }: ExportedTransaction): string {
  if (kind === 'grant' && received_balance > 0) return '残高プレゼント'
  if (kind === 'expire' && balance > 0) return points > 0 ? 'ポイント・残高失効' : '残高失効'
  return movementNames[kind]
}

const columns: readonly (readonly [string, (row: ExportedTransaction) => string | number | null])[] = [
  ['日時', (row) => csvTime(row.completed_at)],
  ['取引番号', (row) => row.number],
  ['種類', kindOf],
  ['店舗', (row) => row.store],
  ['合計（円）', (row) => row.spent_total],
  ['残高の利用（円）', (row) => row.balance],
  ['ポイントの利用（pt）', (row) => row.points],
  ...plainTenders.map(
    (tender) => [`${tenderNames[tender]}（円）`, (row: ExportedTransaction) => row[tender]] as const,
  ),
  ['受け取った残高（円）', (row) => row.received_balance],
  ['受け取ったポイント（pt）', (row) => row.received_points],
  ['取引後の残高（円）', (row) => row.balance_after],
  ['取引後のポイント（pt）', (row) => row.points_after],
  ['返金済みの金額（円）', (row) => row.given_back],
  ['後払いの残りから差し引き（円）', (row) => row.owed_less],
  ['メモ', (row) => row.message],
]

export function transactionsCsv(rows: readonly ExportedTransaction[]): string {
  return csvOf([columns.map(([title]) => title), ...rows.map((row) => columns.map(([, read]) => read(row)))])
}
