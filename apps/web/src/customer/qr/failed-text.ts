/** The words of a payment that the register could not take. */
export const failedText = {
  title: 'お支払いできませんでした',
  short: '残高が不足しています',
  missing: (yen: string) => `(不足 ${yen})`,
  askStaff: 'お店のスタッフにご確認ください',
} as const
