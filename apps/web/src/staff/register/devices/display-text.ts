import { countText } from '../../../shared/figures/figures.ts'

/** Words that the customer reads on the second screen. */
export const displayText = {
  title: 'お客さま表示',
  welcome: 'いらっしゃいませ',
  showCode: 'QRコードをお見せください',
  hasMember: '会員のコードを読み取りました',
  total: '合計',
  discount: '値引き',
  tendered: 'お預かり',
  change: 'お釣り',
  settling: 'お支払いを処理しています',
  confirming: 'スマホの画面でお支払いを確認してください',
  thanks: 'ありがとうございました',
  earned: (points: number) => `${countText(points)}ポイントを獲得しました`,
} as const
