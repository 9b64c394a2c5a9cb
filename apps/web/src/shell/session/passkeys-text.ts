export const text = {
  exists: 'この端末のパスキーはすでに登録されています。',
  failed: 'パスキーを使えませんでした。端末の画面ロックの設定を確認して、もう一度お試しください。',
} as const
