export const errorText = {
  title: '読み込めませんでした',
  advice: '通信環境を確認して、もう一度お試しください。',
  retry: '再読み込み',
} as const
export const closeLabel = '閉じる'
export const pendingLabel = '読み込み中'
