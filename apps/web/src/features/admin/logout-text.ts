/** What is said before a session of staff ends. */
export const logoutText = {
  ask: 'ログアウトしますか？',
  confirm: 'ログアウト',
  loses: {
    settling:
      '結果を確認中のお会計があります。ログアウトすると、この端末では結果を確認できなくなります。レジの画面でご確認ください。',
    held: 'サーバーにまだ送信できていない保留があります。ログアウトすると消えます。',
    cart: 'レジに入っている商品は消えます。残すときは、先に保留にしてください。',
  },
} as const
