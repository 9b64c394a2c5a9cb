import type { IdentityDocument, IdentityMethod } from '../resources/brand/cash.ts'

export const buybackGrades = ['A', 'B', 'C'] as const
export type BuybackGrade = (typeof buybackGrades)[number]
export const buybackKinds = [
  'ring',
  'necklace',
  'bracelet',
  'earring',
  'tableware',
  'bullion',
  'other',
] as const
export type BuybackKind = (typeof buybackKinds)[number]
export const buybackPayments = ['cash', 'bank', 'balance'] as const
export type BuybackPayment = (typeof buybackPayments)[number]

/** How a piece leaves by hand. A sale is not one of these words: it is found in the stock. */
export const buybackWays = ['melted', 'returned', 'other'] as const
export type BuybackWay = (typeof buybackWays)[number]
/** From this price on the law wants to know whom jewellery was sold to. */
export const buyerNeededFrom = 10_000

/** The words of the ledger of second-hand articles, on the screen and in its file. */
export const kindNames: Readonly<Record<BuybackKind, string>> = {
  ring: '指輪',
  necklace: 'ネックレス',
  bracelet: 'ブレスレット',
  earring: 'ピアス・イヤリング',
  tableware: '食器',
  bullion: '地金',
  other: 'その他',
}
export const gradeNames: Readonly<Record<BuybackGrade, string>> = {
  A: 'A（良好）',
  B: 'B（使用感あり）',
  C: 'C（破損・変形）',
}
export const paymentNames: Readonly<Record<BuybackPayment, string>> = {
  cash: '現金',
  bank: '銀行振込',
  balance: '残高（有償）',
}
export const wayNames: Readonly<Record<BuybackWay | 'sold', string>> = {
  sold: '売却',
  melted: '溶解',
  returned: '返還',
  other: 'その他',
}
export const documentNames: Readonly<Record<IdentityDocument, string>> = {
  driver_license: '運転免許証',
  driving_history: '運転経歴証明書（2012年4月以降のもの）',
  my_number_card: 'マイナンバーカード（表面）',
  residence_card: '在留カード',
  special_permanent_certificate: '特別永住者証明書',
  // Those that were applied for since February 2020 have no page for the address.
  passport: 'パスポート（所持人記入欄のあるもの）',
}
export const methodNames: Readonly<Record<IdentityMethod, string>> = {
  in_person_visual: '対面（原本の目視）',
  in_person_ic: '対面（ICチップの読み取り）',
}
