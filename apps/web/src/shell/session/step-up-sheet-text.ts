export const text = {
  title: 'ご本人の確認',
  body: '続けるには、もう一度ご本人の確認が必要です。',
  passkey: 'パスキーで確認する',
  otp: 'SMSの番号で確認する',
  usePassword: 'パスワードで確認する',
  sent: (phone: string) => `${phone} に確認番号を送りました。`,
  sending: '確認番号を送っています…',
  password: 'パスワード',
  confirm: '確認する',
  none: 'この操作は、しばらくの間できません。お問い合わせください。',
} as const
