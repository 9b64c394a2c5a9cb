/** The words that only staff read on home. */
export const staffText = {
  staffTitle: 'スタッフとしてログインしています',
  staffAction: '管理画面',
} as const
