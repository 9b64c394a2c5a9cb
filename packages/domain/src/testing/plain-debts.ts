import { day, share } from './plain-sales.ts'

/**
 * Deferred payments told a second time: plain objects, nothing of the ledger's own code. Money of a sale's line is three
 * heaps; what was deferred is a debt, and what was paid of it lies in pots by the way in which it came.
 */
type Heaps = { balance: number; cash: number; later: number }
type Pots = { cash: number; card: number; balance: number }
export type Sale = {
  id: string
  at: number
  lines: Heaps[]
  base: number
  earned: number
  reclaimed: number
  granted: number
  debt: number
  collected: number
  pots: Pots
}
export type Member = {
  balance: number
  points: number
  owed: number
  sales: Sale[]
}

const rate = 100
export const earnedBy = (base: number) => Math.floor((base * rate) / 10_000)

export const dueAt = (at: number): number => {
  const bought = new Date(at + 9 * 3_600_000)
  const due = new Date(Date.UTC(bought.getUTCFullYear(), bought.getUTCMonth() + 1, 27))
  while (due.getUTCDay() % 6 === 0 || (due.getUTCMonth() === 3 && due.getUTCDate() === 29)) {
    due.setUTCDate(due.getUTCDate() + 1)
  }
  // The first moment of the day after, in Japan.
  return due.getTime() + day - 9 * 3_600_000
}

export function collect(member: Member, amount: number, tender: keyof Pots, chosen: Sale | undefined): void {
  const debts = (chosen ? [chosen] : member.sales)
    .filter(({ debt }) => debt > 0)
    .toSorted((a, b) => dueAt(a.at) - dueAt(b.at) || a.at - b.at)
  let left = amount
  for (const sale of debts) {
    const part = Math.min(left, sale.debt)
    left -= part
    sale.debt -= part
    const before = earnedBy(sale.base + sale.collected)
    sale.collected += part
    sale.pots[tender] += part
    sale.earned += earnedBy(sale.base + sale.collected) - before
    member.points += earnedBy(sale.base + sale.collected) - before
  }
  member.owed -= amount
  if (tender === 'balance') member.balance -= amount
}

export function giveBack(member: Member, sale: Sale, amount: number) {
  const left = sale.lines.map(({ balance, cash, later }) => balance + cash + later)
  const back: Heaps = { balance: 0, cash: 0, later: 0 }
  share(amount, left).forEach((portion, place) => {
    const line = sale.lines[place]!
    const [balance = 0, cash = 0, later = 0] = share(portion, [line.balance, line.cash, line.later])
    line.balance -= balance
    line.cash -= cash
    line.later -= later
    back.balance += balance
    back.cash += cash
    back.later += later
  })
  const cancelledDeferred = Math.min(back.later, sale.debt)
  const cancelledCash = Math.min(back.cash, sale.debt - cancelledDeferred)
  const cancelled = cancelledDeferred + cancelledCash
  sale.debt -= cancelled
  sale.pots.cash += cancelledCash
  let rest = back.later - cancelledDeferred
  const from = (pot: keyof Pots) => {
    const part = Math.min(rest, sale.pots[pot])
    rest -= part
    sale.pots[pot] -= part
    return part
  }
  const cash = back.cash - cancelledCash + from('cash')
  const card = from('card')
  const balance = back.balance + from('balance')
  if (rest !== 0) throw new Error(`${rest} yen come from nowhere`)
  sale.granted += cash + card + balance
  const paid = sale.base + sale.collected
  const due = paid === 0 ? 0 : Math.floor((sale.earned * sale.granted) / paid)
  const reclaimed = Math.max(0, due - sale.reclaimed)
  sale.reclaimed += reclaimed
  member.points -= reclaimed
  member.balance += balance
  member.owed -= cancelled
  return { cancelled, cash, card, balance }
}
