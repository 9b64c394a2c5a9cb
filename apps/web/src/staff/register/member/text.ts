/** The words of what is done at the register for a member who stands there. */
export const text = {
  hint: '会員のQRコードを読み取ってください',
  read: '会員を読み取る',
  change: '変更',
  reading: '会員を確認しています',
  notMember: '会員のQRコードではありません',
  points: 'ポイント',
  balance: '残高',
  keypad: 'テンキー',
  number: '取引番号',
  next: '次の会員へ',
  spent: '読み取ったコードは使用済みです。続けるときは、お客様の画面の新しいコードを読み取ってください。',
  showNew: 'お客様の画面の新しいコードを読み取ってください。',
  takeBack: '取り消す',
  employee: '社員番号',
  password: 'パスワード',
  takenBack: '取り消しました',
} as const
