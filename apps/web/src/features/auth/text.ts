export const text = {
  heading: 'ログイン',
  credential: 'メールアドレス・電話番号・ユーザー名',
  password: 'パスワード',
  submit: 'ログイン',
  forgot: 'パスワードをお忘れの方',
  register: '新規会員登録',
  invite: (code: string) => `招待コード ${code} を適用中`,
  failed: 'ログインできませんでした。入力内容を確認してください。',
  summary: (count: number) => `入力内容を確認してください(${count}件)`,
  credentialRequired: 'メールアドレス・電話番号・ユーザー名を入力してください。',
  passwordRequired: 'パスワードを入力してください。',
  passkey: 'パスキーでログイン',
  codeHeading: 'ログインの確認',
  codeLead: '新しい端末からのログインのため、ご本人の確認をお願いします。',
  codeSent: (to: string) => `${to} に6桁の番号を送りました`,
  codeWait: (to: string) =>
    `${to} に番号を送ったばかりです。少し待ってから「番号を再送する」を押してください。`,
  codeResent: '新しい番号を送りました',
  startOver: 'ログインをやり直す',
  tryIn: (seconds: number) =>
    seconds > 90 ? `${Math.ceil(seconds / 60)}分後にお試しください` : `${seconds}秒後にお試しください`,
  offline: 'オフラインのため操作できません',

  logoutBusy: 'ログアウトしています…',
  logoutDone: 'ログアウトしました',
  loginAgain: 'もう一度ログイン',
  home: 'ホームへ戻る',
} as const
