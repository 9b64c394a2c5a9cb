import { digitsOf } from '@shirogane/ui/data/format-amount'

/** The words of what happens while the app is open. */
export const text = {
  rankUp: 'ランクが上がりました！',
  balanceNow: (amount: string) => `残高は${amount}になりました`,
  paid: (amount: string, points: string) => `${amount}のお支払い・${points}獲得`,
  inviteYen: (amount: string) => `招待特典 ${amount}を受け取りました`,
  invitePoints: (points: number) => `招待特典 ${digitsOf(points)}ポイントを受け取りました`,
} as const
