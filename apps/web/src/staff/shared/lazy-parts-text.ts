export const text = {
  title: '画面を読み込めませんでした',
  body: 'ページを再読み込みすると開けます。会計中のカートは残りますが、入力途中の内容は失われます。',
  offline: 'オフラインです。通信が戻ってから、もう一度開いてください。',
  reload: '再読み込み',
  notNow: 'あとで',
  close: '閉じる',
} as const
