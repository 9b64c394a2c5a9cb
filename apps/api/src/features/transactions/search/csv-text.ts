import type { FoundTransaction } from '@shirogane/contract/resources/sales/search'
import { tenderNames } from '@shirogane/contract/terms/tender-words'
import { allTenders } from '@shirogane/domain/sales/tenders'
import { waysOf } from '@shirogane/contract/rules/ways'
import { type Cell, csvDate, csvTime } from '../../../lib/csv.ts'
import { movementNames } from '../../../lib/movement-names-text.ts'

const statuses: Readonly<Record<FoundTransaction['status'], string>> = {
  open: 'お会計中',
  saved: '保留中',
  pending: '処理中',
  failed: '失敗',
  completed: '完了',
  cancelled: 'キャンセル',
  partially_refunded: '一部返金済み',
  refunded: '返金済み',
  deleted: '取消済み',
}

const columns: readonly (readonly [string, (row: FoundTransaction) => Cell])[] = [
  ['営業日', (row) => csvDate(row.business_date)],
  ['日時', (row) => csvTime(new Date(row.completed_at ?? row.created_at))],
  ['取引番号', (row) => row.number],
  ['種類', (row) => movementNames[row.refund?.kind ?? row.type ?? 'payment']],
  ['状態', (row) => (row.type === undefined ? statuses[row.status] : null)],
  ['店舗', (row) => row.store?.name ?? null],
  ['レジ', (row) => row.register?.number ?? null],
  ['社員番号', (row) => row.employee?.number ?? null],
  ['担当', (row) => row.employee?.name ?? null],
  ['会員', (row) => row.member?.name ?? null],
  ['商品', (row) => row.items.map(({ name, quantity }) => `${name}×${quantity}`).join('、')],
  ['合計（円）', (row) => (row.refund ? null : row.spent_total)],
  ['返金・取消（円）', (row) => (row.refund ? row.spent_total : null)],
  ...allTenders.map(
    (tender) =>
      [
        `うち${tenderNames[tender]}（${tender === 'points' ? 'pt' : '円'}）`,
        (row: FoundTransaction) => waysOf(row)[tender],
      ] as const,
  ),
  ['うち付与ポイント不足分（円）', (row) => row.refund?.points_deducted ?? 0],
]

export function rowsOfCsv(found: readonly FoundTransaction[]): Cell[][] {
  return [columns.map(([title]) => title), ...found.map((row) => columns.map(([, read]) => read(row)))]
}
