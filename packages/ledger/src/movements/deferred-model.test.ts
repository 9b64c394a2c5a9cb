import { collect, dueAt, earnedBy, giveBack, type Member } from '@shirogane/domain/testing/plain-debts'
import { day, share } from '@shirogane/domain/testing/plain-sales'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomFrom } from '../testing/random.ts'
import { createWorld, type Customer, lineOf, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => {
  await world.setClock(null)
  await world.close()
})

type Debtor = Member & { customer: Customer; limit: number }

test('random histories of deferring, paying and bringing back end as a second telling of them', async () => {
  const random = randomFrom(20_261_122)
  let now = Date.parse('2026-11-20T03:00:00Z')
  await world.setClock(new Date(now).toISOString())
  // Ranks would change the rate; they have tests of their own.
  await world.owner.query(`update levels set quota = quota * 100000 where level_index > 0`)
  const members: Debtor[] = []
  for (let index = 0; index < 4; index += 1) {
    const customer = await world.customer({ paid: 20_000 })
    const limit = 8_000 + 4_000 * index
    await world.trust(customer, limit)
    members.push({ customer, balance: 20_000, points: 0, owed: 0, limit, sales: [] })
  }
  const registers = [world.register, world.neighbour, world.elsewhere]

  async function act(member: Debtor): Promise<void> {
    const { customer } = member
    const choice = random(10)
    const clerk = registers[random(registers.length)]!
    if (choice < 4) {
      const later = 1 + random(6_000)
      const balance = Math.min(random(2) * random(1_500), member.balance)
      const cash = random(2) * random(3_000)
      const total = later + balance + cash
      const first = Math.min(total, 1 + random(total))
      const prices = total > first ? [first, total - first] : [total]
      const lines = prices.map((price, place) => lineOf(place + 1, price))
      const outcome = await world.buy(customer, { later, balance, cash, lines, clerk })
      if (member.sales.some(({ debt, at }) => debt > 0 && dueAt(at) <= now)) {
        expect(outcome).toMatchObject({ code: 'DEFERRED_OVERDUE' })
        return
      }
      if (member.owed + later > member.limit) {
        expect(outcome).toMatchObject({ code: 'DEFERRED_LIMIT', n: member.limit })
        return
      }
      if (outcome.code !== null) throw new Error(`refused: ${outcome.code}`)
      const open = [...prices]
      const [balances = [], cashes = [], laters = []] = [balance, cash, later].map((amount) => {
        const parts = share(amount, open)
        parts.forEach((part, place) => (open[place]! -= part))
        return parts
      })
      const base = balance + cash
      member.balance -= balance
      member.points += earnedBy(base)
      member.owed += later
      member.sales.push({
        id: outcome.transaction.id,
        at: now,
        lines: prices.map((_, place) => ({
          balance: balances[place]!,
          cash: cashes[place]!,
          later: laters[place]!,
        })),
        base,
        earned: earnedBy(base),
        reclaimed: 0,
        granted: 0,
        debt: later,
        collected: 0,
        pots: { cash: 0, card: 0, balance: 0 },
      })
    } else if (choice < 7) {
      const chosen = random(3) === 0 ? member.sales.find(({ debt }) => debt > 0) : undefined
      const owed = chosen ? chosen.debt : member.owed
      const tender = (['cash', 'card', 'balance'] as const)[random(3)]!
      const amount = 1 + random(owed + 200)
      const outcome = await world.collect({
        customer,
        amount,
        tender,
        by: clerk,
        own: tender === 'balance',
        ...(chosen && { sale: chosen.id }),
      })
      if (owed === 0) expect(outcome).toMatchObject({ code: 'DEFERRED_NONE' })
      else if (amount > owed) expect(outcome).toMatchObject({ code: 'DEFERRED_EXCEEDS', n: owed })
      else if (tender === 'balance' && amount > member.balance) {
        expect(outcome).toMatchObject({ code: 'INSUFFICIENT_BALANCE', n: amount - member.balance })
      } else {
        expect(outcome.code).toBeNull()
        collect(member, amount, tender, chosen)
      }
    } else {
      const sales = member.sales.filter(
        ({ at, lines }) =>
          now - at < 13 * day && lines.some((line) => line.balance + line.cash + line.later > 0),
      )
      const sale = sales[random(Math.max(1, sales.length))]
      if (!sale) return
      const left = sale.lines.reduce((sum, line) => sum + line.balance + line.cash + line.later, 0)
      const amount = random(3) === 0 ? left : 1 + random(left)
      const by = await storeManagerOf(sale.id)
      const outcome = await world.giveBack({ sale: sale.id, amount, by })
      if (outcome.code !== null) throw new Error(`refused: ${outcome.code}`)
      const expected = giveBack(member, sale, amount)
      const { transaction } = outcome
      expect({
        cancelled: transaction.tender_later,
        cash: transaction.tender_cash,
        card: transaction.tender_card,
        balance: transaction.received_paid + transaction.received_bonus,
      }).toEqual(expected)
    }
  }

  const managers = new Map<string, typeof world.manager>([[world.manager.store_id, world.manager]])
  async function storeManagerOf(sale: string) {
    const { rows } = await world.app.query('select store_id from ledger.transactions where id = $1', [sale])
    const store = rows[0].store_id as string
    const known = managers.get(store)
    if (known) return known
    const clerk = await world.clerk(store, world.elsewhere.register_id)
    await world.owner.query(`update employees set type = 'manager' where user_id = $1`, [clerk.user_id])
    managers.set(store, clerk)
    return clerk
  }

  for (let round = 0; round < 70; round += 1) {
    now += random(4) * day + (1 + random(5)) * 3_600_000
    await world.setClock(new Date(now).toISOString())
    await Promise.all(members.map((member) => act(member)))
    for (const member of members) {
      const wallet = await world.wallet(member.customer)
      expect({
        balance: wallet.balance_paid + wallet.balance_bonus,
        points: wallet.point_regular,
        debt: wallet.point_debt,
        owed: wallet.receivable,
      }).toEqual({ balance: member.balance, points: member.points, debt: 0, owed: member.owed })
    }
  }
  const { rows } = await world.app.query<{ sale_id: string; outstanding: number }>(
    'select sale_id, outstanding from ledger.deferred_sales',
  )
  const debts = new Map(rows.map((row) => [row.sale_id, row.outstanding]))
  const expected = members.flatMap(({ sales }) => sales)
  expect(expected.length).toBeGreaterThan(40)
  expect(new Map(expected.map(({ id, debt }) => [id, debt]))).toEqual(debts)

  // And all at once: the first one wins, and the books stay right in each case.
  const [member] = members
  const { customer } = member!
  await world.trust(customer, 200_000)
  const sale = member!.sales.findLast(({ at }) => now - at < 25 * day)
  for (let wave = 0; wave < 5; wave += 1) {
    const clerks = [world.manager, ...registers]
    await Promise.all([
      ...clerks.map((by) => world.collect({ customer, amount: 1 + random(900), by })),
      world.collect({ customer, amount: 1 + random(500), tender: 'balance', own: true }),
      ...(sale
        ? [world.giveBack({ sale: sale.id, amount: 1 + random(300), by: await storeManagerOf(sale.id) })]
        : []),
      world.buy(customer, { later: 1 + random(3_000), override_by: world.manager }),
    ])
  }
  expect(await world.findings()).toEqual([])
})
