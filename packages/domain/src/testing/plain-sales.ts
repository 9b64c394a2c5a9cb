/**
 * Sales and refunds told a second time: plain objects and long division, nothing of the ledger's own code. Money of a
 * line is four heaps (points, balance, cash, card) out of which each refund takes its share.
 */
type Heaps = [points: number, balance: number, cash: number, card: number]
type Line = { sold: number; units: number; price: number; heaps: Heaps }
type Use = { lot: Lot; left: number }
export type Lot = { until: number; left: number }
export type Sale = {
  id: string
  at: number
  lines: Line[]
  paidLeft: number
  regularLeft: number
  uses: Use[]
  earned: number
  reclaimed: number
  base: number
  baseBack: number
  total: number
  back: number
  voided: boolean
}
export type Member = {
  paid: number
  bonus: number
  regular: number
  lots: Lot[]
  debt: number
  accumulated: number
  rank: number
  sales: Sale[]
}

export const day = 86_400_000
export const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0)

/**
 * Shares in proportion: first the whole parts, then one each to the share that lost most by cutting off, the earlier
 * first.
 */
export function share(amount: number, weights: readonly number[]): number[] {
  const total = sum(weights)
  if (total === 0) return weights.map(() => 0)
  const parts = weights.map((weight) => Math.floor((amount * weight) / total))
  const lost = weights.map((weight, place) => ({ place, rest: (amount * weight) % total }))
  const order = [...lost].sort((a, b) => b.rest - a.rest || a.place - b.place)
  for (const { place } of order.slice(0, amount - sum(parts))) parts[place]! += 1
  return parts
}

export function usable(member: Member, now: number): Lot[] {
  return member.lots.filter(({ until, left }) => until > now && left > 0).sort((a, b) => a.until - b.until)
}

export function expire(member: Member, now: number): void {
  for (const lot of member.lots) if (lot.until <= now) lot.left = 0
}

/** A member who owes points has none: regular ones pay first, then those that end first. */
function repay(member: Member, now: number): void {
  const fromRegular = Math.min(member.debt, member.regular)
  member.regular -= fromRegular
  member.debt -= fromRegular
  for (const lot of usable(member, now)) {
    const part = Math.min(member.debt, lot.left)
    lot.left -= part
    member.debt -= part
  }
}

export function sell(
  member: Member,
  now: number,
  asked: {
    id: string
    ranks: readonly { quota: number; rate_bp: number }[]
    lines: readonly { quantity: number; price: number }[]
    points: number
    balance: number
    cash: number
  },
): Sale {
  expire(member, now)
  const subtotals = asked.lines.map(({ quantity, price }) => quantity * price)
  const total = sum(subtotals)
  const card = total - asked.points - asked.balance - asked.cash
  const open = [...subtotals]
  const spread = [asked.points, asked.balance, asked.cash, card].map((amount) => {
    const parts = share(amount, open)
    parts.forEach((part, place) => (open[place]! -= part))
    return parts
  })
  let due = asked.points
  const uses: Use[] = []
  for (const lot of usable(member, now)) {
    const taken = Math.min(due, lot.left)
    if (taken === 0) continue
    lot.left -= taken
    due -= taken
    uses.push({ lot, left: taken })
  }
  member.regular -= due
  const bonus = Math.min(member.bonus, asked.balance)
  member.bonus -= bonus
  member.paid -= asked.balance - bonus
  const base = total - asked.points
  const earned = Math.floor((base * asked.ranks[member.rank]!.rate_bp) / 10_000)
  member.regular += earned
  member.accumulated += base
  member.rank = Math.max(
    member.rank,
    asked.ranks.findLastIndex(({ quota }) => quota <= member.accumulated),
  )
  repay(member, now)
  const sale: Sale = {
    id: asked.id,
    at: now,
    lines: asked.lines.map(({ quantity, price }, place) => ({
      sold: quantity,
      units: quantity,
      price,
      heaps: spread.map((parts) => parts[place]) as Heaps,
    })),
    paidLeft: asked.balance - bonus,
    regularLeft: due,
    uses,
    earned,
    reclaimed: 0,
    base,
    baseBack: 0,
    total,
    back: 0,
    voided: false,
  }
  member.sales.push(sale)
  return sale
}

type Given = { cash: number; card: number; deducted: number; owed: number }

export function giveBack(
  member: Member,
  sale: Sale,
  now: number,
  asked: { items?: readonly { line: number; quantity: number }[]; amount?: number; isVoid?: boolean },
): Given | string {
  if (sale.voided) return 'TXN_VOIDED'
  if (asked.isVoid && sale.back > 0) return 'VOID_AFTER_REFUND'
  if (!asked.isVoid && sale.back === sale.total) return 'ALREADY_REFUNDED'
  const left = sale.lines.map(({ heaps }) => sum(heaps))
  let portions = left
  let units = sale.lines.map((line) => line.units)
  if (asked.items) {
    units = units.map(() => 0)
    portions = portions.map(() => 0)
    for (const { line, quantity } of asked.items.toSorted((a, b) => a.line - b.line)) {
      const place = line - 1
      if (sale.lines[place]!.units === 0) return 'ALREADY_REFUNDED'
      if (quantity > sale.lines[place]!.units) return 'REFUND_EXCEEDS'
      units[place] = quantity
      portions[place] = share(left[place]!, [quantity, sale.lines[place]!.units - quantity])[0]!
    }
  } else if (asked.amount !== undefined) {
    if (asked.amount > sum(left)) return 'REFUND_EXCEEDS'
    portions = share(asked.amount, left)
    units = units.map(() => 0)
  }
  if (sum(portions) === 0) return 'REFUND_NOTHING'
  expire(member, now)
  const heaps: Heaps = [0, 0, 0, 0]
  sale.lines.forEach((line, place) => {
    const parts = share(portions[place]!, line.heaps)
    parts.forEach((part, kind) => {
      line.heaps[kind]! -= part
      heaps[kind]! += part
    })
    line.units -= units[place]!
  })
  const [points, balance, cash, card] = heaps
  const total = sum(heaps)
  const base = total - points
  sale.back += total
  sale.baseBack += base

  const paid = Math.min(balance, sale.paidLeft)
  sale.paidLeft -= paid
  const regular = Math.min(points, sale.regularLeft)
  sale.regularLeft -= regular
  member.regular += regular
  let rest = points - regular
  let renewed = 0
  for (const use of sale.uses.toReversed()) {
    const part = Math.min(rest, use.left)
    use.left -= part
    rest -= part
    if (use.lot.until > now) use.lot.left += part
    else renewed += part
  }
  if (renewed > 0) {
    const today = Math.floor((now + 9 * 3_600_000) / day)
    member.lots.push({ until: (today + 31) * day - 9 * 3_600_000 - 1_000, left: renewed })
  }

  const reclaim = Math.max(
    0,
    Math.floor(
      (sale.earned * (sale.base > 0 ? sale.baseBack : sale.back)) / (sale.base > 0 ? sale.base : sale.total),
    ) - sale.reclaimed,
  )
  sale.reclaimed += reclaim
  let due = reclaim
  const fromRegular = Math.min(due, member.regular)
  member.regular -= fromRegular
  due -= fromRegular
  for (const lot of usable(member, now)) {
    const part = Math.min(due, lot.left)
    lot.left -= part
    due -= part
  }
  const money = { bonus: balance - paid, paid, cash, card }
  const deducted = Math.min(due, base)
  let keep = deducted
  for (const kind of ['bonus', 'paid', 'cash', 'card'] as const) {
    const part = Math.min(keep, money[kind])
    money[kind] -= part
    keep -= part
  }
  member.bonus += money.bonus
  member.paid += money.paid
  member.debt += due - deducted
  repay(member, now)
  member.accumulated = Math.max(0, member.accumulated - base)
  if (asked.isVoid) sale.voided = true
  return { cash: money.cash, card: money.card, deducted, owed: due - deducted }
}
