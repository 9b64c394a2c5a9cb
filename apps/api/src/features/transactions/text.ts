import { grouped } from '@shirogane/contract/rules/digits'
import { yen } from '../../lib/amounts-text.ts'

export const text = {
  /** The line that a bare amount becomes. */
  anyArticle: '雑貨',
  totalTooLarge: (max: number) => `合計は${yen(max)}以下にしてください。`,
  totalNow: (total: number) => `現在の合計は¥${grouped(total)}です。`,
  codeUsed: (time: string, total: number) => `${time}に¥${grouped(total)}の会計で使用されました。`,
  notBoth: '会計の編集と同時には修正できません。',
  noTendersNow: '保留・取消と同時に支払い方法は指定できません。',
  date: '日付',
  bankAlone: '本部で入金できるのは銀行振込だけです。',
  noBank: '銀行振込の入金は本部で行います。',
} as const

/** Why a movement brought points. */
export const reasonLabels = {
  welcome: '会員登録特典',
  birthday_registration: '生年月日のご登録',
  birthday: 'お誕生月のポイント',
  invite: '招待特典',
  invite_given: 'お友だち招待の特典',
  anyGift: 'ポイント付与',
  level: '会員ランク',
  collected: (number: string) => `会員ランク・取引番号 ${number}`,
} as const
