/** The words of what happens while the app is open. */
export const text = {
  rankUp: 'ランクが上がりました！',
  balanceNow: (amount: string) => `残高は${amount}になりました`,
  paid: (amount: string, points: string) => `${amount}のお支払い・${points}獲得`,
} as const
