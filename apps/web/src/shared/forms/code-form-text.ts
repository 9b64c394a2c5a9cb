export const text = {
  code: '確認番号',
  confirm: '確認する',
  resend: '番号を再送する',
  resendIn: (seconds: number) => `番号を再送する（${seconds}秒後）`,
  six: '6桁の番号を入力してください',
} as const
