export const text = {
  name: '氏名',
  address: '住所',
  birth: '生年月日',
  occupation: '職業',
  purpose: '取引の目的',
  document: '本人確認書類',
  tail: '番号の末尾（3〜4桁）',
  noTail: 'マイナンバーは記録しません。',
  method: '確認の方法',
  seen: '書類の原本を確認しました',
} as const
