/** What is said before a session of staff ends. */
export const logoutText = {
  ask: 'ログアウトしますか？',
  confirm: 'ログアウト',
  cart: 'レジに入っている商品は消えます。残すときは、先に保留にしてください。',
  settling: 'お会計の結果を確認しています',
  settlingBody: '結果が分かるまでログアウトできません。レジの画面でご確認ください。',
  close: '閉じる',
} as const
