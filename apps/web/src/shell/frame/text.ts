/** The words of the shell that every first screen begins with. */
export const text = {
  titleDefault: 'しろがね | 銀のポイントウェブアプリ',
  titleOf: (name: string) => `${name} | しろがね`,
  skip: '本文へ移動',
  mainMenu: '主要メニュー',
  home: 'ホーム',
  store: 'ストア',
  storeLabel: 'オンラインストア(新しいタブで開きます)',
  qr: 'QR支払い',
  balance: '残高',
  myPage: 'マイページ',
  video: '動画',
  photo: '写真',
  microblog: 'ミニブログ',
  sessionExpired: 'ログインの有効期限が切れました。もう一度ログインしてください。',
  kyc: {
    required: { title: '本人確認をお願いします', text: '約3分で完了します' },
    expired: { title: '再確認が必要です', text: '本人確認書類の有効期限が過ぎました' },
    rejected: { title: '本人確認の書類に不備がありました' },
  },
  kycAction: '確認する',
  notFoundTitle: 'ページが見つかりませんでした。',
} as const
