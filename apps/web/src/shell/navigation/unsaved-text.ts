export const text = {
  title: '変更を破棄しますか？',
  body: '入力した内容は保存されません。',
  discard: '破棄する',
  stay: '続ける',
} as const
