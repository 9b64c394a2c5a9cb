export const text = {
  show: 'お店のスタッフに見せてください',
  remaining: '残り',
  failed: 'コードを表示できませんでした',
  again: 'もう一度',
} as const
