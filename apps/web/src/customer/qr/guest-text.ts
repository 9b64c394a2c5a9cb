/** The words for those who have no pay code. */
export const guestText = {
  guestTitle: '会員登録するとQR支払いが使えます',
  invitedTitle: '会員登録で特典を受け取れます',
  invitedBy: (name: string) => `${name}さんからの招待`,
  inviteCode: (code: string) => `招待コード ${code}`,
  register: '新規会員登録',
  login: 'ログイン',
  staffTitle: 'スタッフとしてログインしています',
  staffAction: '管理画面',
} as const
