import { csvOf } from '../../lib/csv.ts'
import type { ExportedTransaction } from './export-store.ts'

const kinds: Readonly<Record<string, string>> = {
  payment: '支払い',
  charge: 'チャージ',
  grant: 'ポイント付与',
  refund: '返金',
  void: '取消',
  convert: '交換',
  transfer: 'ポイント移動',
  reward: '報酬',
  payout: '出金',
  expire: '失効',
  later_payment: '後払いの支払い',
  adjustment: '調整',
}

const columns: readonly (readonly [string, (row: ExportedTransaction) => string | number | null])[] = [
  ['日時', (row) => row.completed_at.toLocaleString('sv-SE', { timeZone: 'Asia/Tokyo' })],
  ['取引番号', (row) => row.number],
  ['種類', (row) => kinds[row.kind] ?? row.kind],
  ['店舗', (row) => row.store],
  ['合計（円）', (row) => row.spent_total],
  ['残高の利用（円）', (row) => row.balance],
  ['ポイントの利用（pt）', (row) => row.points],
  ['現金（円）', (row) => row.cash],
  ['カード（円）', (row) => row.card],
  ['後払い（円）', (row) => row.later],
  ['受け取った残高（円）', (row) => row.received_balance],
  ['受け取ったポイント（pt）', (row) => row.received_points],
  ['取引後の残高（円）', (row) => row.balance_after],
  ['取引後のポイント（pt）', (row) => row.points_after],
  ['返金済み（円）', (row) => row.refunded_total],
  ['メモ', (row) => row.message],
]

export function transactionsCsv(rows: readonly ExportedTransaction[]): string {
  return csvOf([columns.map(([title]) => title), ...rows.map((row) => columns.map(([, read]) => read(row)))])
}
