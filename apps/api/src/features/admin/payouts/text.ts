/** The columns of what was paid in a year. */
export const header = [
  '会員',
  '氏名',
  '登録番号',
  '取引番号',
  '支払日',
  '受取方法',
  '報酬額（税込）',
  'うち消費税',
  '控除割合（%）',
  '源泉徴収税額',
  '手数料',
  '支払額',
  '年間合計（税込）',
  '年間の源泉徴収税額',
]

export const methods = { bank: '銀行振込', wallet: '残高' } as const
