export const termsText = {
  agreeTitle: '利用規約への同意をお願いします',
  agreeCheck: '利用規約とプライバシーポリシーに同意します',
  agree: '同意して続ける',
  disagree: '同意しない',
  changes: '前回同意いただいた版からの変更点',
  fullText: '利用規約の全文',
  privacy: 'プライバシーポリシーを読む',
  leaveTitle: '同意いただけない場合はログアウトします',
  leaveBody: '同意いただくまで、残高とポイントはご利用になれません。',
  leave: 'ログアウト',
  back: '戻る',
} as const
