import type { Approval } from '@shirogane/contract/resources/brand/approvals'
import type { ApprovalKind } from '@shirogane/contract/wire/permissions'
import { countText } from '../../shared/figures/figures.ts'
import { pointsText } from '../../shared/money/money.ts'
import { yenSign } from '../shared/cash/money.ts'

export const kinds: Readonly<Record<ApprovalKind, { name: string; amount: (value: number) => string }>> = {
  discount: { name: '値引き', amount: yenSign },
  refund: { name: '返金', amount: yenSign },
  void: { name: '取引の削除', amount: yenSign },
  correction: { name: '支払いの修正', amount: yenSign },
  grant: { name: 'ポイント付与', amount: pointsText },
  close_difference: { name: 'レジ締めの差額', amount: yenSign },
  later_limit: { name: '後払いの利用枠', amount: yenSign },
  later_overdue: { name: '延滞中の後払い', amount: yenSign },
  later_signed: { name: '電話を使わない後払い', amount: yenSign },
  stock_adjust: { name: '在庫調整', amount: (value) => `${countText(value)}点` },
  stock_count: { name: '棚卸の確定', amount: (value) => `${countText(value)}点` },
  cash_guard: { name: '現金200万円超の取引', amount: yenSign },
  buyback: { name: '買取の取り消し', amount: yenSign },
  rank: { name: 'ランクの付与', amount: String },
}

const statuses: Readonly<Record<Approval['status'], string>> = {
  waiting: '承認待ち',
  approved: '承認済み',
  declined: '否認',
  cancelled: '取り下げ',
  expired: '期限切れ',
  used: '承認・実行済み',
}

/** Words for what an act says of itself; what has none here is for machines. */
const subjectLabels: Readonly<Record<string, string>> = {
  number: '取引番号',
  transaction_number: '取引番号',
  customer: '会員',
  customer_name: '会員',
  name: '品名',
  item: '品名',
  sku: 'SKU',
  quantity: '点数',
  percent: '値引き率（%）',
  total: '合計（円）',
  date: '営業日',
  business_date: '営業日',
  rank: 'ランク',
  until: '期限',
  reason: '理由',
  note: 'メモ',
}

export const text = {
  title: '責任者の承認',
  waitingTitle: '承認の依頼',
  asking: '責任者に依頼しています…',
  notified: '責任者に通知しました。責任者のスマートフォンで承認できます。',
  hasNone: '承認できる責任者がいません。本部へご連絡ください。',
  officeNotified: '本部の別の担当者に通知しました。「承認」の画面で承認できます。',
  officeHasNone: '承認できる別の担当者がいません。',
  left: '残り',
  here: 'この場で承認する',
  who: '責任者',
  chooseWho: '選択してください',
  pin: 'PIN（6桁）',
  password: 'パスワード',
  usePassword: '社員番号とパスワードで承認する',
  usePin: 'PINで承認する',
  employee: '社員番号',
  approve: '承認する',
  decline: '承認しない',
  declined: '承認されませんでした',
  expired: '承認の有効期限が切れました。もう一度依頼してください。',
  again: 'もう一度依頼する',
  close: '閉じる',
  approved: '承認されました',
  approvedToast: '承認しました',
  declinedToast: '承認しないことを伝えました',
  noteLabel: '伝えること',
  reason: '理由',
  member: '会員',
  sama: (name: string) => `${name} 様`,
  requestedBy: '依頼した人',
  store: '店舗',
  at: '依頼',
  decidedBy: '判断した人',
  filter: '表示する依頼',
  waiting: '承認待ち',
  all: 'すべて',
  empty: '承認待ちの依頼はありません',
  emptyAll: '承認の依頼はありません',
  noPin: 'PINを設定していない場合は、もう一度ご本人の確認をして承認できます。',
  confirmAgain: 'ご本人の確認をして承認する',
  notYours: 'この依頼は、別の責任者が判断します。',
  columns: { at: '日時', kind: '内容', amount: '金額', by: '依頼した人', store: '店舗', status: '状態' },
  statuses,
  subjectLabels,
} as const

export function amountOf({ kind, amount }: Pick<Approval, 'kind' | 'amount'>): string {
  return amount === null ? '' : kinds[kind].amount(amount)
}
