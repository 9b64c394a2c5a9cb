import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RefundedItem } from '../refund/refund.ts'
import { randomFrom } from '../testing/random.ts'
import { createWorld, type Customer, ranks, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/**
 * Sales and refunds told a second time: plain objects and long division, nothing of the ledger's own code. Money of a
 * line is four heaps (points, balance, cash, card) out of which each refund takes its share.
 */
type Heaps = [points: number, balance: number, cash: number, card: number]
type Line = { sold: number; units: number; price: number; heaps: Heaps }
type Use = { lot: Lot; left: number }
type Lot = { until: number; left: number }
type Sale = {
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
type Member = {
  customer: Customer
  paid: number
  bonus: number
  regular: number
  lots: Lot[]
  debt: number
  accumulated: number
  rank: number
  sales: Sale[]
}

const day = 86_400_000
const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0)

/**
 * Shares in proportion: first the whole parts, then one each to the share that lost most by cutting off, the earlier
 * first.
 */
function share(amount: number, weights: readonly number[]): number[] {
  const total = sum(weights)
  if (total === 0) return weights.map(() => 0)
  const parts = weights.map((weight) => Math.floor((amount * weight) / total))
  const lost = weights.map((weight, place) => ({ place, rest: (amount * weight) % total }))
  const order = [...lost].sort((a, b) => b.rest - a.rest || a.place - b.place)
  for (const { place } of order.slice(0, amount - sum(parts))) parts[place]! += 1
  return parts
}

function usable(member: Member, now: number): Lot[] {
  return member.lots.filter(({ until, left }) => until > now && left > 0).sort((a, b) => a.until - b.until)
}

function expire(member: Member, now: number): void {
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

function sell(
  member: Member,
  now: number,
  id: string,
  asked: { lines: { quantity: number; price: number }[]; points: number; balance: number; cash: number },
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
  const earned = Math.floor((base * ranks[member.rank]![3]) / 10_000)
  member.regular += earned
  member.accumulated += base
  member.rank = Math.max(
    member.rank,
    ranks.findLastIndex(([, , quota]) => quota <= member.accumulated),
  )
  repay(member, now)
  const sale: Sale = {
    id,
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

function giveBack(
  member: Member,
  sale: Sale,
  now: number,
  asked: { items?: readonly RefundedItem[]; amount?: number; isVoid?: boolean },
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
      if (left[place] === 0) return 'ALREADY_REFUNDED'
      if (quantity > sale.lines[place]!.units) return 'REFUND_EXCEEDS'
      units[place] = quantity
      portions[place] = share(left[place]!, [quantity, sale.lines[place]!.units - quantity])[0]!
    }
  } else if (asked.amount !== undefined) {
    if (asked.amount > sum(left)) return 'REFUND_EXCEEDS'
    portions = share(asked.amount, left)
    units = units.map(() => 0)
  }
  expire(member, now)
  const heaps: Heaps = [0, 0, 0, 0]
  sale.lines.forEach((line, place) => {
    const parts = share(portions[place]!, line.heaps)
    parts.forEach((part, kind) => {
      line.heaps[kind]! -= part
      heaps[kind]! += part
    })
    if (portions[place]! > 0) line.units -= units[place]!
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

test.each([1, 2, 3, 4])(
  'two hundred random sales, refunds and voids do what a second telling of the rules does (seed %i)',
  async (seed) => {
    const draw = randomFrom(seed)
    const pick = <T>(list: readonly T[]): T => list[draw(list.length)]!
    let now = Date.parse('2026-05-01T01:00:00Z') + seed * 100 * day
    const tick = async (ms: number) => {
      now += ms
      await world.setClock(new Date(now).toISOString())
    }
    await tick(0)
    const members: Member[] = []
    for (let count = 0; count < 4; count += 1) {
      const paid = 150_000
      const bonus = draw(3_000)
      const regular = draw(500)
      const lots = Array.from({ length: 3 }, () => ({
        until: now + (1 + draw(12)) * day,
        left: 1 + draw(400),
      }))
      members.push({
        customer: await world.customer({
          paid,
          bonus,
          points: regular,
          limited: lots.map(({ until, left }) => [left, new Date(until).toISOString()] as const),
        }),
        paid,
        bonus: bonus > 0 || regular > 0 ? bonus : 0,
        regular,
        lots,
        debt: 0,
        accumulated: 0,
        rank: 0,
        sales: [],
      })
    }
    const counted: Record<string, number> = {}
    for (let step = 0; step < 200; step += 1) {
      const member = pick(members)
      const act = draw(10)
      if (act === 0) {
        await tick(draw(3) === 0 ? day : 3_600_000)
      } else if (act < 5 || member.sales.length === 0) {
        expire(member, now)
        const lines = Array.from({ length: 1 + draw(3) }, () => ({
          quantity: 1 + draw(3),
          price: 1 + draw(pick([9, 300, 5_000])),
        }))
        const total = sum(lines.map(({ quantity, price }) => quantity * price))
        const held = member.regular + sum(usable(member, now).map(({ left }) => left))
        const points = draw(2) === 0 ? Math.min(total, draw(held + 1)) : 0
        const balance =
          draw(3) > 0 ? Math.min(draw(total - points + 1), member.paid + member.bonus, 8_000) : 0
        const cash = draw(2) === 0 ? total - points - balance : draw(total - points - balance + 1)
        const id = randomUUID()
        const outcome = await world.buy(member.customer, {
          id,
          lines: lines.map(({ quantity, price }, place) => ({
            line: place + 1,
            sku_id: null,
            sku: null,
            name: '品',
            quantity,
            unit_price: price,
            discount: 0,
            subtotal: quantity * price,
            tax_rate_bp: place === 2 ? 800 : 1_000,
          })),
          points,
          balance,
          cash,
          card: total - points - balance - cash,
        })
        if (outcome.code === 'PAY_LIMIT_DAY') continue
        expect(outcome.code).toBeNull()
        sell(member, now, id, { lines, points, balance, cash })
      } else {
        const sale = pick(member.sales.slice(-6))
        const isVoid = draw(6) === 0
        const how = draw(3)
        const asked = isVoid
          ? { isVoid }
          : how === 0
            ? {}
            : how === 1
              ? { amount: 1 + draw(pick([3, sale.total, sale.total * 2])) }
              : {
                  items: sale.lines.flatMap((line, place) =>
                    draw(2) === 0 ? [{ line: place + 1, quantity: 1 + draw(line.sold) }] : [],
                  ),
                }
        if (asked.items?.length === 0) continue
        const outcome = await world.giveBack({
          sale: sale.id,
          ...(isVoid ? { kind: 'void' as const } : asked),
        })
        const businessDay = (at: number) => Math.floor((at + 4 * 3_600_000) / day)
        const isClosed =
          isVoid && !sale.voided && sale.back === 0 && businessDay(sale.at) !== businessDay(now)
        const expected = isClosed ? 'TXN_CLOSED' : giveBack(member, sale, now, asked)
        counted[typeof expected === 'string' ? expected : 'posted'] =
          (counted[typeof expected === 'string' ? expected : 'posted'] ?? 0) + 1
        if (typeof expected === 'string') {
          expect(outcome.code).toBe(expected)
        } else {
          if (outcome.code !== null) throw new Error(`refused: ${outcome.code}`)
          expect({
            cash: outcome.transaction.tender_cash,
            card: outcome.transaction.tender_card,
            deducted: outcome.transaction.points_deducted,
            owed: outcome.transaction.points_owed,
          }).toEqual(expected)
        }
      }
      const wallet = await world.wallet(member.customer)
      expect({
        paid: wallet.balance_paid,
        bonus: wallet.balance_bonus,
        regular: wallet.point_regular,
        accumulated: wallet.level_accumulation,
        debt: wallet.point_debt,
      }).toEqual({
        paid: member.paid,
        bonus: member.bonus,
        regular: member.regular,
        accumulated: member.accumulated,
        debt: member.debt,
      })
    }
    for (const member of members) {
      const { rows } = await world.app.query<{ until: string; left: number }>(
        `select expires_at as until, remaining as left from ledger.point_lots
         where user_id = $1 and expires_at > ledger.now() and remaining > 0 order by expires_at, remaining`,
        [member.customer.id],
      )
      expect(rows.map(({ until, left }) => [new Date(until).getTime(), left])).toEqual(
        usable(member, now)
          .sort((a, b) => a.until - b.until || a.left - b.left)
          .map(({ until, left }) => [until, left]),
      )
    }
    // The walk is worth something only when it came past most of the rules.
    expect(counted['posted']).toBeGreaterThan(30)
    expect(Object.keys(counted)).toEqual(expect.arrayContaining(['ALREADY_REFUNDED', 'REFUND_EXCEEDS']))
    await world.setClock(null)
    await world.encrypt()
    expect(await world.findings()).toEqual([])
  },
  60_000,
)
