/** The words around the code that proves a phone: on a page of its own, and as a step of the registration. */
export const text = {
  verifyHeading: '会員確認',
  sentTo: (phone: string) => `${phone} に6桁の番号を送りました`,
  sendingTo: (phone: string) => `${phone} に6桁の番号を送っています…`,
  notSent: '番号を送れませんでした',
  pin: '届いた6桁の番号',
  pinRequired: '届いた6桁の番号を入力してください',
  confirm: '確認する',
  expired: '番号の有効期限が切れました。再送してください。',
  exhausted: '入力回数の上限に達しました。しばらくしてから再送してください',
  resend: '番号を再送する',
  resendIn: (seconds: number) => `再送まで ${seconds}秒`,
  resent: '新しい番号を送りました',
  change: '番号を変更',
  or: 'または',
  atCounter: '店頭で確認する',
  alreadyMember:
    'すでに会員登録がある番号には、6桁の番号ではなくご案内が届きます。その場合は、ログアウトしてからログインしてください。',
  logout: 'ログアウト',
  verified: '会員確認の成功しました。',

  verifyLead: '届いた6桁の番号を入力してください',
  alreadyVerified: '会員確認は完了しています',
  guestVerify: '会員確認をするには、ログインしてください。',
  guestLogin: 'ログイン',
  guestRegister: '新規会員登録',
  home: 'ホームへ',
} as const
