import { countText } from '../../../lib/figures.ts'

export const lostText = {
  strip: (count: number) =>
    `サーバーの復旧により、このレジの取引${countText(count)}件が記録から失われています。`,
  look: '確認する',
  title: '記録から失われた取引',
  about: (at: string) =>
    `${at}の復旧で、このレジで完了していた次の取引が帳簿から失われました。レシートの控えを見て登録し直し、済んだものに印を付けてください。`,
  list: '失われた取引',
  sale: '会計',
  kinds: {
    refund: '返金・取消',
    charge: 'チャージ',
    later_payment: '後払いの入金',
    grant: 'ポイント付与',
    transfer: 'ポイント移行',
  } as Readonly<Record<string, string>>,
  again: '登録し直した',
  againOf: (number: string) => `${number}を登録し直した`,
  empty: '失われた取引はありません',
}
