import type { Behaviour } from './test-cards.ts'

/** What the demo says of each card. */
export const behaviourText: Readonly<Record<Behaviour, string>> = {
  success: '成功',
  bank: '本人認証（3Dセキュア）が必要',
  refused: '登録できない',
  decline: 'チャージが承認されない',
  expired: '期限切れとして断られる',
  lost: '応答が失われる（支払いは成立）',
  late: '応答が失われ、結果の通知が遅れる',
  twice: '結果の通知が2回届く',
}
