import fc from 'fast-check'
import { decideSales } from '../../sales/decide-sales.ts'
import { day, type Lot, type Member, sell, sum } from '../plain-sales.ts'
import { facts, terms, wish } from '../sale-facts.ts'
import { share, shareOf } from './shares.ts'
import { worldsOf } from './told-twice.ts'

const noon = Date.parse('2026-11-28T03:00:00Z')

const drawn = fc.record({
  lines: fc.array(
    fc.record({ quantity: fc.integer({ min: 1, max: 9 }), price: fc.integer({ min: 1, max: 19_999 }) }),
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
  held: fc.record({ regular: fc.nat(3_000), bonus: fc.nat(3_000), paid: fc.nat(90_000) }),
  lots: fc.array(
    fc.record({ days: fc.integer({ min: 1, max: 40 }), points: fc.integer({ min: 1, max: 900 }) }),
    {
      maxLength: 4,
    },
  ),
  /** Points that they owe: who does has none. */
  debt: fc.option(fc.integer({ min: 1, max: 2_000 })),
  rank: fc.integer({ min: 0, max: 2 }),
  accumulated: fc.nat(120_000),
  parts: fc.record({ points: share, balance: share, cash: share }),
})

export const saleWorlds = worldsOf(
  'a sale takes of its customer and brings them what a second telling says, and lifts their rank as far',
  drawn,
  ({ lines, held, lots, debt, rank, accumulated, parts }) => {
    const hasPoints = debt === null
    const member: Member = {
      ...held,
      regular: hasPoints ? held.regular : 0,
      lots: (hasPoints ? lots : [])
        .map(({ days, points }, n): Lot => ({ until: noon + days * day + n, left: points }))
        .toSorted((a, b) => a.until - b.until),
      debt: debt ?? 0,
      accumulated,
      rank,
      sales: [],
    }
    const before = { ...member, lots: member.lots.map((lot) => ({ ...lot })) }
    const point_limited = sum(before.lots.map(({ left }) => left))
    const total = sum(lines.map(({ quantity, price }) => quantity * price))
    const points = shareOf(Math.min(total, before.regular + point_limited), parts.points)
    const balance = shareOf(Math.min(total - points, held.paid + held.bonus), parts.balance)
    const cash = shareOf(total - points - balance, parts.cash)
    const decided = decideSales(terms, [
      {
        facts: facts(
          {},
          {
            balance_paid: held.paid,
            balance_bonus: held.bonus,
            point_regular: before.regular,
            point_limited,
            point_debt: before.debt,
            lots: before.lots.map(({ until, left }, n) => ({
              id: `${n}`,
              remaining: left,
              expires_at: new Date(until).toISOString(),
            })),
            level_index: rank,
            level_accumulation: accumulated,
          },
        ),
        wish: wish({ lines: [], total, points, balance, cash }),
      },
    ])[0]!
    if (!('member' in decided) || decided.member === null) return { rule: decided, model: null }
    const { member: by, after } = decided
    const sale = sell(member, noon, { id: 'sale', ranks: terms.levels, lines, points, balance, cash })
    const repaid = sum((after?.transfers ?? []).map(({ amount }) => amount))
    return {
      rule: {
        paid: held.paid - by.use_paid,
        bonus: held.bonus - by.use_bonus,
        regular: before.regular - by.use_regular + by.earned - repaid,
        lots: before.lots.map(
          ({ left }, n) => left - (by.lots?.find(({ lot }) => lot === `${n}`)?.points ?? 0),
        ),
        debt: before.debt - repaid,
        earned: by.earned,
        rank: by.level_after,
        accumulated: by.accumulation,
      },
      model: {
        paid: member.paid,
        bonus: member.bonus,
        regular: member.regular,
        lots: member.lots.map(({ left }) => left),
        debt: member.debt,
        earned: sale.earned,
        rank: member.rank,
        accumulated: member.accumulated,
      },
    }
  },
)
