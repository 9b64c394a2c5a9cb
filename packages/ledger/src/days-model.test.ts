import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomFrom } from './testing/random.ts'
import { createWorld, type Customer, posted, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.drop())

/**
 * A shop's day told a second time: plain sums, one act after the other, nothing of the ledger's own code. Whatever the
 * report of a day says, and what its drawer must hold, has to come out the same.
 */
type Tenders = { points: number; balance: number; cash: number; card: number; later: number }
type Sale = {
  id: string
  day: number
  member: Member | null
  tenders: Tenders
  total: number
  earned: number
  left: number
  isVoid: boolean
}
type Member = { customer: Customer; owed: number; owedSince: number; points: number; balance: number }

const nothing = (): Tenders => ({ points: 0, balance: 0, cash: 0, card: 0, later: 0 })
const taxOf = (taxable: number) => Math.floor((taxable * 10) / 110)

class Day {
  float = 0
  sales: Sale[] = []
  voids = { count: 0, total: 0 }
  refunds = { count: 0, total: 0, points: 0, balance: 0, cash: 0, card: 0, later: 0, kept: 0 }
  refundedTaxable = 0
  refundedTax = 0
  charges = { count: 0, total: 0, cash: 0 }
  collected = { total: 0, cash: 0 }
  granted = 0
  returned = 0
  reclaimed = 0
  payIn = 0
  payOut = 0

  standing(): Sale[] {
    return this.sales.filter(({ isVoid }) => !isVoid)
  }
  sum(of: (sale: Sale) => number): number {
    return this.standing().reduce((total, sale) => total + of(sale), 0)
  }
  tender(name: keyof Tenders): { count: number; total: number } {
    return {
      count: this.standing().filter(({ tenders }) => tenders[name] > 0).length,
      total: this.sum(({ tenders }) => tenders[name]),
    }
  }
  expected(): number {
    return (
      this.float +
      this.sum(({ tenders }) => tenders.cash) -
      this.refunds.cash +
      this.charges.cash +
      this.collected.cash +
      this.payIn -
      this.payOut
    )
  }
  told(): object {
    const taxed = this.standing().map(({ total, tenders }) => total - tenders.points)
    const members = this.standing().flatMap(({ member }) => (member ? [member] : []))
    return {
      sales: {
        count: this.standing().length,
        total: this.sum(({ total }) => total),
        gross: this.sum(({ total }) => total),
        discounts: 0,
        pieces: this.standing().length,
        members: members.length,
        customers: new Set(members).size,
      },
      voids: this.voids,
      refunds: this.refunds,
      tenders: {
        points: this.tender('points'),
        balance: this.tender('balance'),
        cash: this.tender('cash'),
        card: this.tender('card'),
        later: this.tender('later'),
      },
      charges: this.charges,
      later: {
        given: this.sum(({ tenders }) => tenders.later),
        collected: this.collected.total,
        collected_cash: this.collected.cash,
      },
      buybacks: { count: 0, total: 0 },
      corrections: 0,
      points: {
        granted: this.granted + this.sum(({ earned }) => earned),
        used: this.sum(({ tenders }) => tenders.points),
        returned: this.returned,
        reclaimed: this.reclaimed,
        expired: 0,
      },
      tax:
        taxed.length + this.refunds.count === 0
          ? []
          : [
              {
                rate: 1_000,
                taxable: taxed.reduce((all, taxable) => all + taxable, 0),
                tax: taxed.reduce((all, taxable) => all + taxOf(taxable), 0),
                refunded: this.refundedTaxable,
                refunded_tax: this.refundedTax,
              },
            ],
    }
  }
}

const pieces = (amount: number) => ({ 1: amount % 10_000, 10000: Math.floor(amount / 10_000) })
const dayMs = 86_400_000

/** How long goods are taken back. */
const returnDays = 14

test('1,000 random days of a shop come out as a second telling of them, each closed to the yen', async () => {
  const random = randomFrom(20_261_122)
  const yen = (least: number, most: number) => 100 * (least + random(most - least + 1))
  // Everybody earns one in a hundred of whole hundreds, so that no rounding stands between the two tellings.
  await world.owner.query('update levels set rate_bp = 100')
  await world.owner.query(
    `insert into settings (key, value) values ('deferred.limit_max', '100000000') on conflict do nothing`,
  )
  let at = Date.parse('2027-01-04T00:00:00Z')
  await world.setClock(new Date(at).toISOString())
  const members: Member[] = []
  for (let index = 0; index < 5; index += 1) {
    const customer = await world.customer({ points: 1_000_000 })
    await world.trust(customer, 50_000)
    members.push({ customer, owed: 0, owedSince: 0, points: 1_000_000, balance: 0 })
  }
  const tills = [world.till, world.neighbour]
  const clerkOf = () => tills[random(2)]!
  let carried: number | null = null
  let recent: Sale[] = []
  let z = 0

  for (let day = 0; day < 1_000; day += 1) {
    at += dayMs
    const date = new Date(at).toISOString().slice(0, 10)
    await world.setClock(new Date(at).toISOString())
    const told = new Day()
    // Some mornings find a coin more or less.
    told.float = carried === null ? 50_000 : Math.max(0, carried + (random(10) === 0 ? random(21) - 10 : 0))
    const opened = await world.app.query('select refusal from ledger.count_float($1, $2, $3, $4)', [
      randomUUID(),
      world.till.store_id,
      world.manager.user_id,
      JSON.stringify(pieces(told.float)),
    ])
    expect(opened.rows[0].refusal).toBeNull()

    for (let acts = 2 + random(4); acts > 0; acts -= 1) {
      await [sell, sell, sell, sell, refund, undo, charge, collect, grant, payIn, payOut][random(11)]!()
    }
    // Nobody is ever overdue, and nobody's refund meets a debt that was paid meanwhile.
    for (const member of members) if (member.owed > 0 && day - member.owedSince > 15) await payOff(member)
    // Whoever gave back more than there was fetched it first.
    if (told.expected() < 0) await putIn(1_000 - told.expected())

    const {
      rows: [row],
    } = await world.app.query('select ledger.day_report($1, $2) as report', [world.till.store_id, date])
    const report = row.report
    const { cash, hours, employees, goods, departments, balance: _, ...figures } = report
    expect(figures).toEqual(told.told())
    expect(cash).toMatchObject({ float: told.float, carried, expected: told.expected() })
    for (const part of [hours, employees, goods, departments]) {
      expect(part.reduce((sum: number, { total }: { total: number }) => sum + total, 0)).toBe(
        told.sum(({ total }) => total),
      )
    }

    const difference = 0 - (random(8) === 0 ? Math.min(told.expected(), random(300)) : 0)
    const counted = told.expected() + difference
    const deposit = Math.max(0, counted - 50_000)
    const closed = await world.app.query('select code, (closed).* from ledger.close_day($1)', [
      JSON.stringify({
        id: randomUUID(),
        over_short_id: randomUUID(),
        deposit_id: randomUUID(),
        store_id: world.till.store_id,
        date,
        actor_id: world.manager.user_id,
        approval_from: 1_000,
        counts: pieces(counted),
        deposit,
        reason: difference === 0 ? null : '不明',
      }),
    ])
    z += 1
    expect(closed.rows[0]).toMatchObject({
      code: null,
      z_number: z,
      expected: told.expected(),
      over_short: difference,
      carry: counted - deposit,
    })
    carried = counted - deposit
    recent = [...recent, ...told.standing()].slice(-12)

    async function sell(): Promise<void> {
      const member = random(3) === 0 ? null : members[random(members.length)]!
      const tenders = nothing()
      tenders.cash = random(3) === 0 ? 0 : yen(1, 80)
      tenders.card = random(3) === 0 ? yen(1, 80) : 0
      if (member) {
        tenders.points = random(3) === 0 ? yen(1, 9) : 0
        tenders.balance = random(2) === 0 ? Math.min(Math.floor(member.balance / 100) * 100, yen(1, 60)) : 0
        tenders.later = random(5) === 0 ? Math.min(50_000 - member.owed, yen(1, 50)) : 0
      }
      const total = tenders.points + tenders.balance + tenders.cash + tenders.card + tenders.later
      if (total === 0) return
      const clerk = clerkOf()
      const { id } = posted(
        member
          ? await world.buy(member.customer, { ...tenders, clerk })
          : await world.pay({ ...tenders, clerk }),
      )
      const earned = member ? (total - tenders.points - tenders.later) / 100 : 0
      if (member) {
        member.points += earned - tenders.points
        member.balance -= tenders.balance
        if (tenders.later > 0 && member.owed === 0) member.owedSince = day
        member.owed += tenders.later
      }
      told.sales.push({ id, day, member, tenders, total, earned, left: total, isVoid: false })
    }

    /** A member's sale comes back whole; a guest's, paid in one way, also in parts. */
    async function refund(): Promise<void> {
      const sale = [...recent, ...told.sales].filter(
        (one) => one.left > 0 && !one.isVoid && one.tenders.later === 0 && day - one.day < returnDays,
      )[random(6)]
      if (!sale) return
      const isSingle = sale.member === null && (sale.tenders.cash === 0 || sale.tenders.card === 0)
      const amount = isSingle && random(2) === 0 ? 1 + random(sale.left) : sale.left
      if (!isSingle && sale.left !== sale.total) return
      const outcome = await world.giveBack({ sale: sale.id, ...(amount < sale.left && { amount }) })
      expect(outcome.code).toBeNull()
      const back = isSingle
        ? { ...nothing(), [sale.tenders.cash > 0 ? 'cash' : 'card']: amount }
        : sale.tenders
      sale.left -= amount
      told.refunds.count += 1
      told.refunds.total += amount
      told.refunds.points += back.points
      told.refunds.balance += back.balance
      told.refunds.cash += back.cash
      told.refunds.card += back.card
      told.returned += back.points
      told.reclaimed += sale.earned
      told.refundedTaxable += amount - back.points
      told.refundedTax += taxOf(amount - back.points)
      if (sale.member) {
        sale.member.points += back.points - sale.earned
        sale.member.balance += back.balance
      }
    }

    async function undo(): Promise<void> {
      const sale = told.sales.find(
        ({ left, total, isVoid, tenders }) => left === total && !isVoid && tenders.later === 0,
      )
      if (!sale) return
      const outcome = await world.giveBack({ sale: sale.id, kind: 'void' })
      expect(outcome.code).toBeNull()
      sale.isVoid = true
      told.voids.count += 1
      told.voids.total += sale.total
      if (sale.member) {
        sale.member.points += sale.tenders.points - sale.earned
        sale.member.balance += sale.tenders.balance
      }
    }

    async function charge(): Promise<void> {
      const member = members[random(members.length)]!
      const amount = yen(5, 100)
      const isCard = random(2) === 0
      expect(await world.charge(member.customer, amount, isCard)).toBeNull()
      member.balance += amount
      told.charges.count += 1
      told.charges.total += amount
      if (!isCard) told.charges.cash += amount
    }

    async function collect(): Promise<void> {
      const member = members.find(({ owed }) => owed > 0)
      if (member) await payBack(member, Math.min(member.owed, yen(1, 30)))
    }
    async function payOff(member: Member): Promise<void> {
      await payBack(member, member.owed)
    }
    async function payBack(member: Member, amount: number): Promise<void> {
      const tender = (['cash', 'card'] as const)[random(2)]!
      const outcome = await world.collect({ customer: member.customer, amount, tender })
      expect(outcome.code).toBeNull()
      member.owed -= amount
      member.points += amount / 100
      told.granted += amount / 100
      told.collected.total += amount
      if (tender === 'cash') told.collected.cash += amount
    }

    async function grant(): Promise<void> {
      const member = members[random(members.length)]!
      const points = 1 + random(500)
      await world.grant(member.customer, points, null)
      member.points += points
      told.granted += points
    }

    async function payIn(): Promise<void> {
      await putIn(1 + random(20_000))
    }
    async function putIn(amount: number): Promise<void> {
      expect(await move('pay_in', amount)).toBeNull()
      told.payIn += amount
    }
    async function payOut(): Promise<void> {
      const amount = 1 + random(60_000)
      const isThere = amount <= told.expected()
      expect(await move('pay_out', amount)).toBe(isThere ? null : 'DRAWER_SHORT')
      if (isThere) told.payOut += amount
    }
    async function move(act: string, amount: number): Promise<string | null> {
      const { rows } = await world.app.query('select code from ledger.move_cash($1)', [
        JSON.stringify({
          actor_id: world.manager.user_id,
          key: randomUUID(),
          request_hash: '\\x00',
          transaction_id: randomUUID(),
          store_id: world.till.store_id,
          register_id: world.till.register_id,
          act,
          amount,
          reason: '両替',
        }),
      ])
      return rows[0].code
    }
  }
  for (const member of members) {
    const wallet = await world.wallet(member.customer)
    expect(wallet.balance_paid).toBe(member.balance)
    expect(wallet.point_regular).toBe(member.points)
  }
  // The audit tells every one of the closed days again, which takes longer than any question of the application may.
  const auditor = world.openPool(1, '-c statement_timeout=120000')
  expect((await auditor.query('select * from ledger.audit()')).rows).toEqual([])
}, 240_000)
