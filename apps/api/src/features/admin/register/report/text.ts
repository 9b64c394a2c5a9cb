export const text = {
  head: ['営業日', '店舗', '状態', '件数', '売上', '返金', '純売上', '純売上の符号'],
  open: '未精算',
  closed: '精算済み',
  total: '合計',
  /** No cell of the sheet is below zero: it is said in words. */
  belowZero: '返金超過',
} as const
