export const keypadText = { label: '数字キー', erase: '1文字消す（長押しで全消去）' } as const

export const strengthText = {
  label: 'パスワードの強さ: ',
  levels: ['弱い', 'ふつう', '強い', 'とても強い'],
} as const

export const stepperText = { less: '減らす', more: '増やす' } as const

/** Why a field for numbers takes no notice of what stands in it. */
export const numberText = {
  unread: (typed: string) => `「${typed}」は数として読めません。数字だけを入力してください。`,
  atMost: (max: string) => `${max}以下で入力してください。`,
} as const
