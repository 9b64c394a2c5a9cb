export const text = {
  title: 'お知らせ',
  tabs: 'お知らせの種類',
  all: 'すべて',
  unread: '未読',
  unreadMark: '未読',
  readAll: 'すべて既読にする',
  empty: 'お知らせはありません',
  more: 'さらに表示',
  failed: '既読にできませんでした',
} as const
