import fc from 'fast-check'
import { collectDebts } from '../../deferred/collect-debts.ts'
import { dueOn } from '../../deferred/due-on.ts'
import { collectors, debtOf, factsOf, wishOf } from '../collection.ts'
import { collect, dueAt, earnedBy, type Member, type Sale } from '../plain-debts.ts'
import { day, sum } from '../plain-sales.ts'
import { worldsOf } from './told-twice.ts'

const bought = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))
const hour = 3_600_000

/** The line of two months can be met on the first of a month alone, and has cases of its own. */
const dues = worldsOf(
  'what is bought on any day but the first of a month is due on the 27th of the next, or the day of the bank after it',
  bought.filter((date) => !date.endsWith('-01')),
  (date) => ({
    rule: dueOn(date),
    model: new Date(dueAt(Date.parse(`${date}T03:00:00Z`)) - day + 9 * hour).toISOString().slice(0, 10),
  }),
)

const tenders = ['cash', 'card', 'balance'] as const
const drawn = fc.record({
  balance: fc.nat(9_000),
  sales: fc.array(fc.record({ base: fc.nat(9_999), debt: fc.integer({ min: 1, max: 9_999 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
  turns: fc.array(
    fc.record({
      amount: fc.integer({ min: 1, max: 1_000 }),
      tender: fc.constantFrom(...tenders),
      chosen: fc.option(fc.nat(3)),
    }),
    { minLength: 1, maxLength: 6 },
  ),
})

const collections = worldsOf(
  'debts are paid in any parts and ways, the oldest first, and earn what one payment would have earned',
  drawn,
  ({ balance, sales, turns }) => {
    const member: Member = {
      balance,
      points: 0,
      owed: sum(sales.map(({ debt }) => debt)),
      sales: sales.map(({ base, debt }, n): Sale => ({
        id: `${n}`,
        at: Date.parse('2026-01-10T03:00:00Z') + n * day,
        lines: [],
        base,
        earned: earnedBy(base),
        reclaimed: 0,
        granted: 0,
        debt,
        collected: 0,
        pots: { cash: 0, card: 0, balance: 0 },
      })),
    }
    let held = balance
    let points = 0
    let debts = sales.map(({ base, debt }, n) => debtOf(`${n}`, debt, { base }))
    const rule: unknown[] = []
    const model: unknown[] = []
    for (const { amount: share, tender, chosen } of turns) {
      const asked = debts.filter(
        ({ sale_id, outstanding }) => outstanding > 0 && (chosen === null || sale_id === `${chosen}`),
      )
      const owed = sum(asked.map(({ outstanding }) => outstanding))
      const most = tender === 'balance' ? Math.min(owed, held) : owed
      const amount = Math.ceil((most * share) / 1_000)
      if (amount === 0) continue
      const wallet = { ...factsOf().wallet, balance_bonus: 0 }
      const plan = collectDebts(
        factsOf({
          access: tender === 'balance' ? collectors.member : collectors.register,
          debts: asked,
          balance_paid: held,
          wallet,
        }),
        wishOf({ amount, tender }),
      )
      collect(member, amount, tender, chosen === null ? undefined : member.sales[chosen])
      model.push({
        balance: member.balance,
        points: member.points,
        sales: member.sales.map(({ debt, collected }) => [debt, collected]),
      })
      if (plan.code !== null) {
        rule.push(plan)
        break
      }
      held -= plan.paid
      points += plan.points
      debts = debts.map((debt) => {
        const paid = plan.payments.find(({ sale_id }) => sale_id === debt.sale_id)
        if (!paid) return debt
        const yen = paid.cash + paid.card + paid.bank + paid.paid + paid.bonus
        return {
          ...debt,
          outstanding: debt.outstanding - yen,
          collected: debt.collected + yen,
          points: debt.points + paid.points,
        }
      })
      rule.push({
        balance: held,
        points,
        sales: debts.map(({ outstanding, collected }) => [outstanding, collected]),
      })
    }
    return { rule, model }
  },
)

export const debtWorlds = [dues, collections]
