export const text = {
  title: '新しいバージョンがあります',
  body: '再読み込みすると最新の内容になります。',
  update: '更新する',
  notNow: 'あとで',
} as const
