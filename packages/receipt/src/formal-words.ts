/** What stands on the sheet with an addressee beside its figures. */
export const formalWords = {
  name: (number: string) => `領収書 ${number}`,
  title: '領 収 書',
  issuedOn: (date: string) => `発行日 ${date}`,
  amount: '金額（税込）',
  proviso: (proviso: string) => `但し　${proviso}`,
  received: '上記正に領収いたしました。',
  breakdown: '内訳',
  pointDiscount: 'ポイント値引（金額に含まず）',
  pointTender: 'ポイント払い（金額に含まず）',
  tradedOn: '取引日',
  refunded: '返金あり',
  others: (count: string) => `ほか${count}件`,
} as const
