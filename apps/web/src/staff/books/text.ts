import { countText } from '../../shared/figures/figures.ts'

export const text = {
  title: '帳簿の照合',
  lead: '毎日午前4時に、すべての残高を記帳から計算し直して照合します。',
  last: (time: string, findings: number) =>
    findings === 0 ? `最新の照合 ${time}　不一致なし` : `最新の照合 ${time}　不一致 ${countText(findings)}件`,
  never: 'まだ照合していません',
  frozen: '出金の手続きを停止しています',
  frozenBody: (since: string) =>
    `${since}の照合で不一致が見つかったため、出金の申請・承認・振込データの作成を停止しました。お支払いは通常どおりご利用いただけます。`,
  frozenRestored: (since: string) =>
    `${since}にデータをバックアップの時点に戻したため、出金の申請・承認・振込データの作成を停止しました。銀行の振込結果と照合してから解除してください。お支払いは通常どおりご利用いただけます。`,
  lift: '出金の停止を解除',
  liftHelp:
    '原因を確認してから解除してください。解除するまで、照合で不一致がなくなっても停止は続きます。解除しても、次の照合で不一致が見つかると再び停止します。',
  reason: '解除の理由',
  liftTitle: '出金の停止を解除しますか？',
  liftBody: '解除すると、出金の申請・承認・振込データの作成ができるようになります。操作は履歴に残ります。',
  lifted: '出金の停止を解除しました',
  notYours: '解除は、本部の責任者が行います。',
  findings: (value: number) => `不一致 ${countText(value)}件`,
  foundAt: (time: string) => `${time}の照合で見つかった不一致です。`,
  isGone: '最新の照合では、不一致は見つかっていません。',
  first: (shown: number) => `はじめの${countText(shown)}件を表示しています。`,
  columns: {
    line: 'No.',
    rule: '照合の項目',
    subject: '対象',
    expected: '計算した値',
    found: '記録された値',
  },
  past: 'これまでの停止',
  pastColumns: { since: '停止', findings: '不一致', liftedAt: '解除', by: '解除した人', note: '理由' },
  cases: (value: number) => `${countText(value)}件`,
  empty: '不一致は見つかっていません',
} as const
