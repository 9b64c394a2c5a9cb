export const cashText = {
  title: '取引時確認',
  lead: (amount: string) =>
    `現金200万円を超える取引です。本人確認書類の原本をお預かりして記録します（今回の現金 ${amount}）。`,
  /** By what it goes on with. */
  save: {
    sale: '確認を記録して会計に戻る',
    collection: '確認を記録して入金に戻る',
    correction: '確認を記録して修正に戻る',
  },
  done: '取引時確認を記録しました',
  suspicious: '疑わしい取引として記録する（お客さまには表示されません）',
  note: '疑わしいと判断した理由',
  noteHelp: '届出の要否は本部が判断します。',
} as const
