import { countText } from '../../../shared/figures/figures.ts'

export const lostText = {
  strip: (count: number) =>
    `サーバーの復旧により、この端末の取引${countText(count)}件が記録から失われています。`,
  stripDone: '記録から失われた取引は、すべて登録し直されました。',
  look: '確認する',
  title: '記録から失われた取引',
  about: (at: string) =>
    `${at}にサーバーを復旧した際、この端末で完了した次の取引が記録から失われました。控えを見て登録し直し、済んだものにチェックを入れてください。`,
  list: '失われた取引',
  sale: '会計',
  kinds: {
    refund: '返金',
    charge: 'チャージ',
    later_payment: '後払いの入金',
    grant: 'ポイント付与',
    transfer: 'ポイント移行',
    adjustment: '取消',
  } as Readonly<Record<string, string>>,
  again: '登録し直した',
  againOf: (number: string) => `${number}を登録し直した`,
  empty: '失われた取引はありません',
}
