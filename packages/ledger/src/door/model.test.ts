import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGatherer } from '../pay/pay.ts'
import type { PayRequest } from '../pay/pay-request.ts'
import { randomFrom } from '../testing/random.ts'
import {
  type Clerk,
  type Code,
  createWorld,
  type Customer,
  lineOf,
  ranks,
  type World,
} from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/**
 * What the ledger ought to do, said a second time and in another way: plain objects, one act after the other, no
 * transfers. Times are milliseconds; Tokyo is nine hours ahead and knows no summer time.
 */
type Member = {
  customer: Customer
  paid: number
  bonus: number
  regular: number
  regularUntil: string | null
  lots: { until: number; left: number }[]
  spentOn: string
  spent: number
  year: number
  accumulated: number
  rank: number
  /** The rank that the member brought into the year. */
  carried: number
  suspended: boolean
}
type ModelCode = {
  code: Code
  member: Member
  until: number
  state: 'live' | 'claimed' | 'spent'
  by: string | null
  heldUntil: number
  checkout: string | null
}

const hour = 3_600_000
const day = 24 * hour
const tokyo = (at: number) => new Date(at + 9 * hour)
const dateOf = (at: number) => tokyo(at).toISOString().slice(0, 10)
const businessDate = (at: number) => dateOf(at - 5 * hour)

function inTwelveMonths(at: number): string {
  const [year = 0, month = 0, date = 0] = dateOf(at).split('-').map(Number)
  // The 29th of February has no counterpart: the last day of the month stands for it.
  const last = new Date(Date.UTC(year + 1, month, 0)).getUTCDate()
  return `${year + 1}-${String(month).padStart(2, '0')}-${String(Math.min(date, last)).padStart(2, '0')}`
}

class Model {
  now = Date.parse('2026-11-21T03:00:00Z')
  readonly codes: ModelCode[] = []
  readonly checkouts = new Map<string, { code: ModelCode; register: string; status: string }>()

  expire(member: Member): void {
    if (member.regularUntil !== null && member.regularUntil < dateOf(this.now)) member.regular = 0
    for (const lot of member.lots) if (lot.until <= this.now) lot.left = 0
  }

  /** New Year, once for each that has passed: what was earned, or one rank below the one brought along. */
  judge(member: Member): void {
    for (const year = tokyo(this.now).getUTCFullYear(); member.year < year; member.year += 1) {
      const earned = ranks.findLastIndex(([, , quota]) => quota <= member.accumulated)
      member.carried = Math.max(earned, member.carried - 1, 0)
      member.rank = member.carried
      member.accumulated = 0
    }
  }

  /** The refusal that is due, or the change. */
  pay(asked: { member: Member | null; points: number; balance: number; rest: number }): string | null {
    const { member, points, balance, rest } = asked
    if (member === null) return points + balance > 0 ? 'MEMBER_REQUIRED' : null
    this.judge(member)
    this.expire(member)
    const limited = member.lots.reduce((sum, { left }) => sum + left, 0)
    const spentToday = (member.spentOn === businessDate(this.now) ? member.spent : 0) + balance
    if (member.suspended) return 'CUSTOMER_SUSPENDED'
    if (points > limited + member.regular) return 'INSUFFICIENT_POINT'
    if (balance > 100_000) return 'PAY_LIMIT_ONCE'
    if (balance > member.paid + member.bonus) return 'INSUFFICIENT_BALANCE'
    if (spentToday > 200_000) return 'PAY_LIMIT_DAY'

    let due = points
    for (const lot of member.lots.toSorted((a, b) => a.until - b.until)) {
      const taken = Math.min(lot.left, due)
      lot.left -= taken
      due -= taken
    }
    member.regular -= due
    const given = Math.min(member.bonus, balance)
    member.bonus -= given
    member.paid -= balance - given
    const base = balance + rest
    const earned = Math.floor((base * (ranks[member.rank]?.[3] ?? 0)) / 10_000)
    member.regular += earned
    if (points > 0 || earned > 0) member.regularUntil = inTwelveMonths(this.now)
    member.accumulated += base
    member.rank = Math.max(
      member.rank,
      ranks.findLastIndex(([, , quota]) => quota <= member.accumulated),
    )
    member.spentOn = businessDate(this.now)
    member.spent = spentToday
    return null
  }

  /** What a register is told when it presents this code, and then the payment itself. */
  present(
    found: ModelCode | null,
    clerk: Clerk,
    asked: { points: number; balance: number; rest: number },
  ): string | null {
    if (found) {
      if (found.state === 'spent') return 'QR_ALREADY_USED'
      if (found.state === 'claimed' && found.heldUntil > this.now) {
        if (found.by !== clerk.register_id) return 'QR_CLAIMED'
      } else if (found.until <= this.now) {
        return 'QR_EXPIRED'
      }
    }
    const refusal = this.pay({ member: found?.member ?? null, ...asked })
    if (refusal === null && found) this.spend(found)
    return refusal
  }

  payCheckout(
    id: string,
    clerk: Clerk,
    asked: { points: number; balance: number; rest: number },
  ): string | null {
    const checkout = this.checkouts.get(id)
    if (!checkout) return 'TXN_NOT_FOUND'
    const { code } = checkout
    if (code.state === 'spent') return 'PAYMENT_STATE'
    if (code.state === 'claimed' && code.by !== clerk.register_id) return 'QR_CLAIMED'
    if ((code.state === 'live' || code.heldUntil <= this.now) && code.until <= this.now) return 'QR_EXPIRED'
    if (checkout.status !== 'open' || checkout.register !== clerk.register_id) return 'PAYMENT_STATE'
    const refusal = this.pay({ member: code.member, ...asked })
    if (refusal === null) this.spend(code)
    return refusal
  }

  private spend(code: ModelCode): void {
    code.state = 'spent'
    for (const checkout of this.checkouts.values()) {
      if (checkout.code === code && checkout.status === 'open') checkout.status = 'closed'
    }
  }

  release(id: string): void {
    const checkout = this.checkouts.get(id)
    if (!checkout || checkout.status !== 'open') return
    checkout.status = 'closed'
    const { code } = checkout
    if (code.state === 'claimed' && code.by === checkout.register) {
      code.state = 'live'
      code.by = null
    }
  }

  claim(code: ModelCode, clerk: Clerk, id: string): { refusal: string | null; checkout_id: string | null } {
    const refused = (refusal: string) => ({ refusal, checkout_id: null })
    if (code.member.suspended) return refused('CUSTOMER_SUSPENDED')
    if (code.state === 'spent') return refused('QR_ALREADY_USED')
    if (code.state === 'claimed' && code.heldUntil > this.now) {
      if (code.by !== clerk.register_id) return refused('QR_CLAIMED')
      code.heldUntil = this.now + 120_000
      return { refusal: null, checkout_id: code.checkout }
    }
    if (code.until <= this.now) return refused('QR_EXPIRED')
    for (const [other, checkout] of this.checkouts) {
      if (checkout.status === 'open' && (checkout.code === code || checkout.register === clerk.register_id)) {
        this.release(other)
      }
    }
    code.state = 'claimed'
    code.by = clerk.register_id
    code.heldUntil = this.now + 120_000
    code.checkout = id
    this.checkouts.set(id, { code, register: clerk.register_id, status: 'open' })
    return { refusal: null, checkout_id: id }
  }
}

/** What the database holds of a member, in the words of the model. */
async function holdingsOf(member: Member) {
  const wallet = await world.wallet(member.customer)
  return {
    paid: wallet.balance_paid,
    bonus: wallet.balance_bonus,
    regular: wallet.point_regular,
    limited: wallet.point_limited,
    regularUntil: wallet.point_regular === 0 ? null : wallet.point_regular_expires_on,
    rank: wallet.level_index,
    year: wallet.level_year,
    accumulated: wallet.level_accumulation,
  }
}
const expectedOf = (member: Member) => ({
  paid: member.paid,
  bonus: member.bonus,
  regular: member.regular,
  limited: member.lots.reduce((sum, { left }) => sum + left, 0),
  regularUntil: member.regular === 0 ? null : member.regularUntil,
  rank: member.rank,
  year: member.year,
  accumulated: member.accumulated,
})

test.each([1, 2, 3])(
  'seven hundred random acts over years do what a second telling of the rules does (seed %i)',
  async (seed) => {
    const draw = randomFrom(seed)
    const pick = <T>(list: readonly T[]): T => {
      const found = list[draw(list.length)]
      if (found === undefined) throw new RangeError('nothing to pick from')
      return found
    }
    const model = new Model()
    const clerks = [world.register, world.neighbour, world.elsewhere]
    const move = (ms: number) => {
      model.now += ms
      return world.setClock(new Date(model.now).toISOString())
    }
    await move(seed * day)
    const members: Member[] = []
    for (let count = 0; count < 6; count += 1) {
      members.push({
        customer: await world.customer(),
        paid: 0,
        bonus: 0,
        regular: 0,
        regularUntil: null,
        lots: [],
        spentOn: '',
        spent: 0,
        year: tokyo(model.now).getUTCFullYear(),
        accumulated: 0,
        rank: 0,
        carried: 0,
        suspended: false,
      })
    }
    const counted: Record<string, number> = {}
    const requests: { request: PayRequest; refusal: string | null }[] = []
    const gatherer = createGatherer(world.app)

    for (let step = 0; step < 700; step += 1) {
      const member = pick(members)
      const clerk = pick(clerks)
      const recent = model.codes.slice(-10)
      const act = draw(100)
      if (act < 14) {
        const far = pick([hour, 9 * hour, 40 * day, 200 * day])
        await move(draw(4) === 0 ? far : pick([1_000, 5_000, 9_000, 30_000, 90_000, 130_000, 301_000]))
      } else if (act < 20) {
        const amount = 1 + draw(60_000)
        await world.charge(member.customer, amount, draw(2) === 1)
        member.paid += amount
      } else if (act < 26) {
        model.expire(member)
        const points = draw(400)
        const until = draw(2) === 1 ? model.now + (1 + draw(90)) * day + draw(hour) : null
        const balance = points === 0 ? 1 : draw(300)
        await world.grant(
          member.customer,
          points,
          until === null ? null : new Date(until).toISOString(),
          balance,
        )
        member.bonus += balance
        if (points > 0 && until === null) {
          member.regular += points
          member.regularUntil = inTwelveMonths(model.now)
        } else if (points > 0 && until !== null) {
          member.lots.push({ until, left: points })
        }
      } else if (act < 50 || recent.length === 0) {
        for (const other of [member, ...members.filter((one) => one !== member && draw(3) === 0)]) {
          for (const code of model.codes) {
            if (code.member === other && code.state === 'live') {
              code.until = Math.min(code.until, model.now + 10_000)
            }
          }
          const code = await world.code(other.customer)
          model.codes.push({
            code,
            member: other,
            until: model.now + 300_000,
            state: 'live',
            by: null,
            heldUntil: 0,
            checkout: null,
          })
        }
      } else if (act < 60) {
        const code = pick(recent)
        const id = randomUUID()
        expect(await world.claim(code.code, clerk, id)).toEqual(model.claim(code, clerk, id))
      } else if (act < 62 && model.checkouts.size > 0) {
        const id = pick([...model.checkouts.keys()].slice(-4))
        const open = model.checkouts.get(id)?.status === 'open'
        const refusal = await world.update(id, 'cancelled')
        if (model.checkouts.get(id)?.register !== world.elsewhere.register_id && open) {
          expect(refusal).toBeNull()
          model.release(id)
        }
      } else if (act < 64) {
        member.suspended = !member.suspended && draw(3) === 0
        await world.owner.query('update users set suspended_at = $2 where id = $1', [
          member.customer.id,
          member.suspended ? new Date() : null,
        ])
      } else if (act < 66 && requests.length > 0) {
        const { request, refusal } = pick(requests)
        const outcome = await gatherer.pay(request)
        expect([outcome.code, outcome.replayed]).toEqual([refusal, true])
      } else {
        // Several at once, each of another customer, so that their order does not matter.
        const batch: { request: PayRequest; refusal: string | null }[] = []
        const seen = new Set<Member | null>()
        for (let count = draw(4); count >= 0; count -= 1) {
          const good = recent.filter(({ state, until }) => state !== 'spent' && until > model.now)
          const found = draw(12) === 0 ? null : pick(good.length > 0 && draw(4) > 0 ? good : recent)
          if (found && seen.has(found.member)) continue
          seen.add(found?.member ?? null)
          const has = found ? found.member.paid + found.member.bonus : 0
          const points = draw(3) === 0 ? 1 + draw(300) : 0
          const balance = draw(3) > 0 ? 1 + draw(Math.max(1, pick([has, has, 2 * has, 500, 120_000]))) : 0
          const rest = draw(2) === 0 || points + balance === 0 ? 1 + draw(20_000) : 0
          const asked = { points, balance, rest }
          const checkout = found?.checkout && draw(2) === 0 ? found.checkout : null
          const owner = checkout && draw(4) > 0 ? model.checkouts.get(checkout)?.register : null
          const at = clerks.find(({ register_id }) => register_id === owner) ?? clerk
          const lines = [lineOf(1, points + balance + rest)]
          const request = world.request({
            ...(checkout ? { checkout } : { code: found?.code ?? null }),
            points,
            balance,
            ...(draw(2) === 0 ? { cash: rest } : { card: rest }),
            clerk: at,
            lines,
          })
          const sameStore = model.checkouts.get(checkout ?? '')?.register === world.elsewhere.register_id
          const foreign = checkout && sameStore !== (at === world.elsewhere)
          const refusal = foreign
            ? 'TXN_NOT_FOUND'
            : checkout
              ? model.payCheckout(checkout, at, asked)
              : model.present(found, at, asked)
          batch.push({ request, refusal })
        }
        const outcomes = await Promise.all(batch.map(({ request }) => gatherer.pay(request)))
        expect(outcomes.map(({ code }) => code)).toEqual(batch.map(({ refusal }) => refusal))
        for (const { refusal } of batch)
          counted[refusal ?? 'posted'] = (counted[refusal ?? 'posted'] ?? 0) + 1
        requests.push(...batch)
      }
      expect(await Promise.all(members.map(holdingsOf))).toEqual(members.map(expectedOf))
    }
    // The walk is worth something only when it came past most of the rules.
    expect(counted['posted']).toBeGreaterThan(100)
    expect(Object.keys(counted)).toEqual(
      expect.arrayContaining([
        'QR_EXPIRED',
        'QR_ALREADY_USED',
        'QR_CLAIMED',
        'INSUFFICIENT_BALANCE',
        'INSUFFICIENT_POINT',
        'PAY_LIMIT_ONCE',
        'CUSTOMER_SUSPENDED',
        'MEMBER_REQUIRED',
      ]),
    )
    await world.setClock(null)
    await world.encrypt()
    expect(await world.findings()).toEqual([])
  },
)
