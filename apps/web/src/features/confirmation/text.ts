/** The words of a payment that waits for its customer. */
export const text = {
  title: 'このお支払いを確認してください',
  store: 'お店',
  balance: '残高から',
  points: 'ポイントから',
  left: '残り時間',
  pay: '支払う',
  decline: '支払わない',
  note: 'お店の画面と金額が違うときや、心当たりがないときは「支払わない」を選んでください。',
  agreed: '確認しました。お店の端末でお支払いが完了します。',
  declined: 'お支払いを取りやめました。',
  late: '確認の時間が過ぎたため、お支払いは行われていません。',
  ended: 'このお支払いの確認は終了しました。',
  close: '閉じる',
  subject: (store: string, amount: string) => `${store}　${amount}`,
} as const
