export const text = {
  title: 'この画面は準備中です',
  body: '公開までもうしばらくお待ちください。',
  home: 'ホームへ戻る',
  logout: 'ログアウト',
} as const
