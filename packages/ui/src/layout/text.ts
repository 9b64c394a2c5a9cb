/** The names of what bars and steps hold. */
export const text = {
  back: '戻る',
  home: 'ホーム',
  done: '完了',
  notices: 'お知らせ',
  noticesUnread: (count: string) => `お知らせ 未読 ${count} 件`,
} as const
