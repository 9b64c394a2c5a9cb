import fc from 'fast-check'
import type { RefundFacts } from '../../refund/facts.ts'
import { planRefund, type RefundPlan } from '../../refund/plan-refund.ts'
import { day, giveBack, type Lot, type Member, type Sale, sell, sum, usable } from '../plain-sales.ts'
import { afterRefund, factsOf } from '../sold.ts'
import { share, shareOf } from './shares.ts'
import { worldsOf } from './told-twice.ts'

const noon = Date.parse('2026-12-01T03:00:00Z')
const oneRank = [{ quota: 0, rate_bp: 500 }]

const drawn = fc.record({
  lines: fc.array(
    fc.record({ quantity: fc.integer({ min: 1, max: 4 }), price: fc.integer({ min: 1, max: 9_999 }) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  held: fc.record({ regular: fc.nat(3_000), bonus: fc.nat(3_000), accumulated: fc.nat(5_000) }),
  lots: fc.array(
    fc.record({ days: fc.integer({ min: 1, max: 40 }), points: fc.integer({ min: 1, max: 900 }) }),
    {
      maxLength: 3,
    },
  ),
  parts: fc.record({ points: share, balance: share, cash: share }),
  /** Points that the member has used up elsewhere since. */
  used: share,
  days: fc.nat(13),
  turns: fc.array(
    fc.oneof(
      fc.record({ is_void: fc.constant(true) }),
      fc.record({ amount: fc.integer({ min: 1, max: 1_100 }) }),
      fc.record({
        items: fc.uniqueArray(
          fc.record({ line: fc.integer({ min: 1, max: 3 }), quantity: fc.integer({ min: 1, max: 4 }) }),
          { selector: ({ line }) => line, minLength: 1 },
        ),
      }),
      fc.constant({}),
    ),
    { minLength: 1, maxLength: 5 },
  ),
})
type Drawn = typeof drawn extends fc.Arbitrary<infer World> ? World : never
type Turn = { is_void?: boolean; amount?: number; items?: { line: number; quantity: number }[] }

/** The sale as the plain model makes it, and the facts that the ledger would have of it. */
function sold({ lines, held, lots, parts, used, days }: Drawn): {
  member: Member
  sale: Sale
  facts: RefundFacts
} {
  const member: Member = {
    paid: 1_000_000,
    bonus: held.bonus,
    regular: held.regular,
    lots: lots
      .map(({ days: lasts, points }, n): Lot => ({ until: noon + lasts * day + n, left: points }))
      .toSorted((a, b) => a.until - b.until),
    debt: 0,
    accumulated: held.accumulated,
    rank: 0,
    sales: [],
  }
  const before = { bonus: held.bonus, lots: member.lots.map(({ left }) => left) }
  const total = sum(lines.map(({ quantity, price }) => quantity * price))
  const points = shareOf(Math.min(total, held.regular + sum(before.lots)), parts.points)
  const balance = shareOf(total - points, parts.balance)
  const cash = shareOf(total - points - balance, parts.cash)
  const sale = sell(member, noon, { id: 'sale', ranks: oneRank, lines, points, balance, cash })
  member.regular -= shareOf(member.regular, used)
  const later = new Date(noon + days * day).toISOString().slice(0, 10)
  const facts = factsOf(
    {
      lines: lines.map(({ quantity, price }) => ({ yen: quantity * price, pieces: quantity })),
      points: sale.regularLeft,
      lots: member.lots.map(({ until, left }, n) => ({
        id: `${n}`,
        used: before.lots[n]! - left,
        remaining: left,
        expires_at: new Date(until).toISOString(),
        ended: until <= noon + days * day,
      })),
      paid: sale.paidLeft,
      bonus: before.bonus - member.bonus,
      card: total - points - balance - cash,
      rate_bp: 500,
    },
    { today: later, shop_date: later },
  )
  const wallet = { ...facts.wallet!, point_regular: member.regular, level_accumulation: member.accumulated }
  return { member, sale, facts: { ...facts, wallet } }
}

function nextFacts(before: RefundFacts, plan: RefundPlan, turn: number): RefundFacts {
  const facts = afterRefund(before, plan)
  const renewed = plan.renewed - plan.renewed_taken
  const added = {
    id: `renewed ${turn}`,
    remaining: renewed,
    expires_at: new Date(plan.renewed_until).toISOString(),
    ended: false,
    own: false,
    transaction_id: `${turn}`,
  }
  const lots = [...facts.lots, ...(renewed > 0 ? [added] : [])].toSorted((a, b) =>
    a.expires_at < b.expires_at ? -1 : 1,
  )
  const point_limited = sum(lots.map(({ remaining, ended }) => (ended ? 0 : remaining)))
  return { ...facts, lots, wallet: { ...facts.wallet!, point_limited } }
}

/** Points by their end: of lots that end together either may give first. */
function pointsByEnd(lots: readonly (readonly [until: number, left: number])[]): [number, number][] {
  const byEnd = new Map<number, number>()
  for (const [until, left] of lots) byEnd.set(until, (byEnd.get(until) ?? 0) + left)
  return [...byEnd].filter(([, left]) => left > 0).toSorted(([a], [b]) => a - b)
}

function byRule(plan: RefundPlan, facts: RefundFacts) {
  return {
    paid: plan.received_paid,
    bonus: plan.received_bonus,
    cash: plan.cash,
    card: plan.card,
    deducted: plan.deducted,
    owed: plan.owed,
    regular: facts.wallet!.point_regular,
    lots: pointsByEnd(
      facts.lots.map(({ expires_at, remaining, ended }) => [Date.parse(expires_at), ended ? 0 : remaining]),
    ),
    accumulated: plan.level_after,
  }
}

function byModel(member: Member, sale: Sale, now: number, asked: Turn) {
  const before = { ...member }
  const given = giveBack(member, sale, now, {
    ...(asked.items && { items: asked.items }),
    ...(asked.amount !== undefined && { amount: asked.amount }),
    isVoid: asked.is_void === true,
  })
  if (typeof given === 'string') return given
  return {
    paid: member.paid - before.paid,
    bonus: member.bonus - before.bonus,
    ...given,
    regular: member.regular,
    lots: pointsByEnd(usable(member, now).map(({ until, left }) => [until, left])),
    accumulated: member.accumulated,
  }
}

export const refunds = worldsOf(
  'a sale goes back in parts: what comes back of each tender, and what is taken of points',
  drawn,
  (world) => {
    const { member, sale, ...read } = sold(world)
    let { facts } = read
    const now = noon + world.days * day
    const rule: unknown[] = [facts.sale.earned]
    const model: unknown[] = [sale.earned]
    for (const [turn, drew] of (world.turns as Turn[]).entries()) {
      // A sale is made void on its own day alone.
      const is_void = drew.is_void === true && world.days === 0
      const items = (drew.items ?? [])
        .filter(({ line }) => line <= world.lines.length)
        .toSorted((a, b) => a.line - b.line)
      const amount = drew.amount === undefined ? null : Math.max(1, shareOf(sale.total, drew.amount))
      const asked: Turn = {
        is_void,
        ...(items.length > 0 && { items }),
        ...(amount !== null && { amount }),
      }
      const plan = planRefund(facts, {
        items: items.length > 0 ? items : null,
        amount,
        is_void,
        to_balance: false,
      })
      const told = byModel(member, sale, now, asked)
      model.push(told)
      if (plan.code !== null) {
        rule.push(plan.code)
        continue
      }
      facts = nextFacts(facts, plan, turn)
      rule.push(byRule(plan, facts))
      // What comes after it on points that are owed is another rule.
      if (plan.owed > 0 || is_void || typeof told === 'string') break
    }
    return { rule, model }
  },
)
