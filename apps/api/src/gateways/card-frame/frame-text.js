/** What the scripts of the frame say. They run on an origin of their own and import nothing from elsewhere. */
export const sentences = {
  number: 'カード番号を確認してください',
  expiry: '有効期限を確認してください',
  expired: '有効期限が過ぎています',
  cvc: 'セキュリティコードを確認してください',
  name: 'カードに記載のローマ字で入力してください',
  refused: 'このカードは登録できません',
  lost: '通信できませんでした。電波のよい場所で再度お試しください。',
  unproven: '本人認証が完了しませんでした。',
}
