import { sum } from './plain-sales.ts'

/**
 * Rewards told a second time: plain objects and long division, nothing of the ledger's own code. A reward is worth what its
 * rate gives of what is left of the sale; what was claimed of it and then taken back is missing somewhere else.
 */
type Sale = {
  id: string
  friend: number
  day: number
  left: number
  worth: number
  confirmed: boolean
  claimed: number
  open: number
}
export type Books = { reward: number; paid: number; sales: Sale[] }

export const worthOf = (left: number) => (left < 500 ? 0 : Math.floor(left / 20))
/** Of confirmed rewards, what is not claimed: below zero where more came back than was left. */
export const confirmedOf = (books: Books) => sum(books.sales.map(({ open }) => open))

/** Answers what of the reward is lost. */
export function giveBack(books: Books, sale: Sale, amount: number): number {
  sale.left -= amount
  const lost = Math.max(0, sale.worth - worthOf(sale.left))
  sale.worth -= lost
  if (!sale.confirmed) return lost
  const claimedPart = lost - Math.min(lost, Math.max(sale.open, 0))
  const fromReward = Math.min(claimedPart, sale.claimed, books.reward)
  books.reward -= fromReward
  sale.claimed -= fromReward
  sale.open -= lost - fromReward
  return lost
}

export function claim(
  books: Books,
  method: 'wallet' | 'bank',
  friend: number | null,
): 'REWARD_CARRIED' | 'REWARD_NONE' | null {
  if (confirmedOf(books) < 0) return 'REWARD_CARRIED'
  const theirs = books.sales.filter((sale) => friend === null || sale.friend === friend)
  let rest = Math.min(sum(theirs.map(({ open }) => open)), confirmedOf(books))
  if (rest <= 0) return 'REWARD_NONE'
  if (method === 'wallet') books.paid += rest
  else books.reward += rest
  for (const sale of theirs) {
    const part = Math.min(Math.max(sale.open, 0), rest)
    sale.open -= part
    sale.claimed += part
    rest -= part
  }
  return null
}
