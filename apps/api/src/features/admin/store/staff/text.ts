export const text = {
  noMember: '会員アカウントが見つかりません。入力した内容をご確認ください。',
} as const
