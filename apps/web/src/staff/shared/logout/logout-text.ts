import { countText } from '../../../shared/figures/figures.ts'

/** What is said before a session of staff ends. */
export const logoutText = {
  ask: 'ログアウトしますか？',
  confirm: 'ログアウト',
  loses: {
    completing:
      '結果を確認中のお会計があります。ログアウトすると、この端末では結果を確認できなくなります。レジの画面でご確認ください。',
    held: 'サーバーにまだ送信できていない保留があります。ログアウトすると消えます。',
    cart: 'レジに入っている商品は消えます。残すときは、先に保留にしてください。',
    documents: (documents: number) =>
      `印刷を待っているレシートが${countText(documents)}枚あります。ログアウトすると印刷されません。`,
    closes: (closes: number) =>
      `入力中のレジ締めが${countText(closes)}件あります。ログアウトすると入力した内容は消えます。`,
    counted: (pieces: number) =>
      `サーバーにまだ送信できていない棚卸の読み取りが${countText(pieces)}点あります。ログアウトすると消えます。`,
    entered: (pieces: number) =>
      `入力中の入荷・店舗間移動が${countText(pieces)}点あります。ログアウトすると入力した内容は消えます。`,
  },
} as const
