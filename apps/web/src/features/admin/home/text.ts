import { formatAmount } from '@shirogane/ui/format-amount'

export const yen = (value: number): string => formatAmount(value, '¥')

export const text = {
  today: '本日',
  sales: '売上',
  count: '件数',
  parked: '保留',
  later: '後払い未収',
  items: (count: number) => `${count.toLocaleString('ja-JP')}件`,
  people: (count: number) => `${count.toLocaleString('ja-JP')}人`,
  recent: '最近の取引',
  noRecent: '取引はまだありません',
  guest: '会員なし',
  store: '店舗',
  date: '営業日',
  net: '純売上',
  gross: '売上',
  refunds: '返金',
  average: '客単価',
  members: '会員',
  byTender: '支払い方法別',
  byHour: '時間帯別(時)',
  tenders: { points: 'ポイント', balance: '残高', cash: '現金', card: 'カード端末', later: '後払い' },
  goods: '売れた商品',
  pieces: (count: number) => `${count.toLocaleString('ja-JP')}点`,
  noSales: '本日の取引はありません',
  tasks: '確認すること',
  kyc: (count: number) => `審査待ち ${count}件`,
  differences: (count: number) => `差額のある締め ${count}件`,
  earlier: '締められていない営業日があります',
  noTasks: '確認することはありません',
  chart: (count: number, total: number) =>
    `${count.toLocaleString('ja-JP')}件、合計${yen(total)}の時間帯別の売上`,
  shares: (names: string) => `支払い方法の内訳: ${names}`,
} as const
