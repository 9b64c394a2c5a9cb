import fc from 'fast-check'
import { exchange, factsOf } from '../conversion.ts'
import { worldsOf } from './told-twice.ts'

const drawn = fc
  .record({
    lots: fc.array(fc.integer({ min: 1, max: 99_999_999 }), { maxLength: 6 }),
    regular: fc.nat(99_999_999),
    unit: fc.integer({ min: 1, max: 1_000 }),
    yen_per_unit: fc.integer({ min: 1, max: 1_000 }),
    share: fc.integer({ min: 1, max: 1_000 }),
  })
  .map((world) => {
    const point_limited = world.lots.reduce((sum, one) => sum + one, 0)
    const held = point_limited + world.regular
    const points = Math.floor((held * world.share) / 1_000 / world.unit) * world.unit
    return { ...world, point_limited, points }
  })
  .filter(({ points }) => points > 0)

export const conversions = worldsOf(
  'of any lots at any rate, the parts are the whole, and each part is what its points are worth to the yen',
  drawn,
  ({ lots, regular, unit, yen_per_unit, point_limited, points }) => {
    const plan = exchange(
      factsOf({
        lots: lots.map((remaining, n) => ({
          id: String(n),
          remaining,
          expires_at: `20${30 + n}-01-31T14:59:59Z`,
        })),
        point_limited,
        point_regular: regular,
        unit,
        yen_per_unit,
        balance_max: Number.MAX_SAFE_INTEGER,
        step_up_over: Number.MAX_SAFE_INTEGER,
      }),
      points,
    )
    const moved = (account: string): number =>
      plan.transfers.reduce((sum, { debit, amount }) => (debit === account ? sum + amount : sum), 0)
    const worth = (points / unit) * yen_per_unit
    // Limited points go first.
    const limited = Math.min(points, point_limited)
    return {
      rule: {
        given: plan.new_bonus_lots!.reduce((sum, { amount }) => sum + amount, 0),
        yen: moved('bonus_cost'),
        limited: moved('point_limited'),
        regular: moved('point_regular'),
        lots: plan.point_lots!.reduce((sum, { change }) => sum - change, 0),
      },
      model: { given: worth, yen: worth, limited, regular: points - limited, lots: limited },
    }
  },
)
