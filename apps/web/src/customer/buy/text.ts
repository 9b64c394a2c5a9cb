/** The frame of `/user/buy`; each tab keeps its own words. */
export const text = {
  tabs: 'チャージの方法',
  charge: 'チャージ',
  convert: 'ポイント交換',
} as const
