/** The words of the sheets of home, which are fetched when one is opened. */
export const sheetsText = {
  rankTitle: 'ランク',
  rankRate: (percent: string) => `ポイント ${percent}%`,
  rankQuota: (accumulated: string, quota: string) => `${accumulated} / ${quota}`,
  refundsSubtracted: '返金された金額は差し引かれます',
  periodEnds: (date: string) => `集計期間は${date}までです`,
  nextBenefits: (name: string) => `「${name}」の特典`,
  rankNames: ['なしじ', 'つちめ', 'いぶし', 'きょうめん', 'しろがね'],
  bannerStore: 'ストアで見る',
  bannerMissing: 'このお知らせは終了しました',
} as const
