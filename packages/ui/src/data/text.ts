/** Behind an amount of money. */
export const yen = '円' as const
/** In the place of figures that the reader hides. */
export const maskedFigures = '＊＊＊＊'
export const hiddenLabel = '非表示'

export const chartText = { tenThousands: (value: number) => `${String(value)}万` } as const

export const paginationText = {
  label: 'ページ',
  total: (count: string) => `${count}件`,
  before: '前へ',
  next: '次へ',
} as const
