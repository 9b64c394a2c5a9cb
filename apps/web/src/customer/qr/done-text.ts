import { tenderNames } from '@shirogane/contract/terms/tender-words'

/** The words of the receipt, which comes only after a payment. */
export const doneText = {
  heading: 'QR支払い',
  doneTitle: 'お支払いが完了しました',
  deferredTitle: '後払いを承りました',
  deferredPaidTitle: '後払いのお支払いが完了しました',
  fromBalance: '残高から',
  fromPoints: 'ポイントから',
  tender: tenderNames,
  dueOn: 'お支払期日',
  earned: (points: string) => `${points}ポイントを獲得`,
  pointsAfter: (points: string) => `ポイント残高 ${points}`,
  balanceAfter: '支払い後の残高',
  deferredBalanceAfter: '取引後の残高',
  number: '取引番号',
  detail: '取引の詳細を見る',
  notFound: '取引が見つかりませんでした',
  seeHistory: '取引履歴でご確認ください。',
} as const
