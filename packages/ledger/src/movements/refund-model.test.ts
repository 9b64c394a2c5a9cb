import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { day, expire, giveBack, type Member, sell, sum, usable } from '@shirogane/domain/testing/plain-sales'
import { randomFrom } from '../testing/random.ts'
import { createWorld, type Customer, ranks, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Buyer = Member & { customer: Customer }

const terms = ranks.map(([, , quota, rate_bp]) => ({ quota, rate_bp }))

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
    const members: Buyer[] = []
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
        sell(member, now, { id, ranks: terms, lines, points, balance, cash })
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
