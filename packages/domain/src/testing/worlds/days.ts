import fc from 'fast-check'
import { closeDay } from '../../days/close-day.ts'
import type { CashCounts } from '../../days/count-cash.ts'
import { countFloat } from '../../days/count-float.ts'
import { moveCash } from '../../days/move-cash.ts'
import type { Movement } from '../../movements/movement.ts'
import { worldsOf } from './told-twice.ts'

const yen = fc.nat(99_999)
/** What was miscounted, lost or found. */
const off = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: -2_000, max: 2_000 }))
const drawn = fc.array(
  fc.record({
    found: off,
    sold: yen,
    moves: fc.array(fc.record({ is_in: fc.boolean(), amount: fc.integer({ min: 1, max: 60_000 }) }), {
      maxLength: 3,
    }),
    lost: off,
    deposit: fc.nat(1_000),
  }),
  { minLength: 1, maxLength: 4 },
)

const piecesOf = (sum: number): CashCounts => ({ 1_000: Math.floor(sum / 1_000), 1: sum % 1_000 })
const shop = { store_id: 'shop', actor_id: 'clerk' }
const intoDrawer = (movements: readonly Movement[]): number =>
  movements
    .flatMap(({ transfers }) => transfers)
    .reduce(
      (sum, { debit, credit, amount }) =>
        sum + (debit === 'drawer' ? amount : 0) - (credit === 'drawer' ? amount : 0),
      0,
    )

/** The model is a box with cash in it: what is counted is in it. */
export const drawerWorlds = worldsOf(
  'over days of floats, sales, cash in and out, closes and deposits, the books have in the drawer what is counted there',
  drawn,
  (days) => {
    let [books, box] = [0, 0]
    let carried: number | null = null
    const rule: unknown[] = []
    const model: unknown[] = []
    for (const [n, { found, sold, moves, lost, deposit: share }] of days.entries()) {
      const date = `2026-11-${String(n + 1).padStart(2, '0')}`
      box = Math.max(0, box + found)
      const float = countFloat(
        {
          date,
          is_begun: true,
          is_open: true,
          has_later_float: false,
          earlier_open_day: null,
          last: null,
          carried,
          drawer: null,
        },
        { ...shop, transaction_id: 'float', counts: piecesOf(box) },
      )
      if (float.code !== null) return { rule: float, model: 'a float' }
      books += intoDrawer(float.movements) + sold
      box += sold
      rule.push(['begins', books])
      model.push(['begins', box])
      for (const { is_in, amount } of moves) {
        const moved = moveCash(
          { date, expected: is_in ? null : books },
          {
            ...shop,
            transaction_id: 'move',
            register_id: null,
            act: is_in ? 'pay_in' : 'pay_out',
            amount,
            reason: 'change',
            note: null,
          },
        )
        const isThere = is_in || amount <= box
        if (isThere) box += is_in ? amount : -amount
        if (moved.code === null) books += intoDrawer(moved.movements)
        rule.push([moved.code, books])
        model.push([isThere ? null : 'DRAWER_SHORT', box])
      }
      const before = box
      box = Math.max(0, box + lost)
      const deposit = Math.floor((box * share) / 1_000)
      const closed = closeDay(
        {
          is_closed: false,
          is_begun: true,
          last: null,
          earlier_open_day: null,
          has_later_float: false,
          blockers: [],
          float_counted: float.counted,
          cash: { expected: books, pay_in: 0, pay_out: 0 },
        },
        {
          ...shop,
          over_short_id: 'over',
          deposit_id: 'deposit',
          date,
          approved_by: null,
          approval_from: null,
          float: null,
          counts: piecesOf(box),
          expected: null,
          cash_in: null,
          cash_out: null,
          reason: 'counted twice',
          note: null,
          deposit,
        },
      )
      if (closed.code !== null) return { rule: closed, model: 'a close' }
      books += intoDrawer(closed.movements)
      rule.push([closed.close?.over_short, closed.close?.carry, books])
      model.push([box - before, box - deposit, box - deposit])
      box -= deposit
      carried = box
    }
    return { rule, model }
  },
)
