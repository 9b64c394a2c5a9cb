/** The words of the frame in which a card is typed. */
export const text = {
  title: 'カードの入力',
  holder: '名義（ローマ字）',
  number: 'カード番号',
  expiry: '有効期限 MM/YY',
  cvc: 'セキュリティコード',
  testNumbers: 'デモで使えるカード番号',
  bankTitle: 'カード会社の確認画面です',
  bankNote: 'デモの本人認証です。どちらかを選んでください。',
  pass: '認証する',
  fail: '認証に失敗する',
  cancel: 'やめる',
} as const
