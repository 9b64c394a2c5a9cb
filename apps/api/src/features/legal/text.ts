import type { LegalSlug } from '@shirogane/contract/resources/brand/legal'

/** What the texts are called before their first version gives them a title. */
export const titles: Readonly<Record<LegalSlug, string>> = {
  tos: '利用規約',
  pp: 'プライバシーポリシー',
  funds: '資金決済法に基づく表示',
  law: '特定商取引法に基づく表記',
  points: 'ポイント・ランク規約',
  affiliator: 'アフィリエーター規約',
  later: '後払い特約',
  secondhand: '古物営業法に基づく表示',
}
