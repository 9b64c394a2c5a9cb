import { randomUUID } from 'node:crypto'
import type { RefundFacts } from '@shirogane/domain/refund/facts'
import { planRefund } from '@shirogane/domain/refund/plan-refund'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Held } from '../act.ts'
import { attemptAct } from '../testing/attempt-act.ts'
import { createWorld, posted, type World } from '../testing/world.ts'
import type { RefundPlan } from './refund.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => world.owner.query('update campaigns set paused_at = now() where paused_at is null'))
afterAll(() => world.close())

const whole = { items: null, amount: null, is_void: false, to_balance: false }

/** What the database says to a refund of this sale as a changed decision would have it. */
function attempt(sale: string, change: (plan: Held<RefundPlan>) => object): Promise<string> {
  const request = {
    kind: 'refund',
    actor_id: world.manager.user_id,
    session_id: world.manager.session_id,
    route: 'refund',
    key: randomUUID(),
    request_hash: '\\x00',
    transaction_id: randomUUID(),
    sale_id: sale,
    register_id: world.manager.register_id,
    items: null,
    amount: null,
    reason: 'お客さま都合',
    approved_by: null,
  }
  return attemptAct(world.app, 'refund', request, (facts: RefundFacts) => planRefund(facts, whole), change)
}

describe('what a refund takes back from campaigns', () => {
  /** A sale of 1,000円 that earned 10pt by the rank and 20pt of a campaign with a budget. */
  async function soldByCampaign(): Promise<string> {
    await world.app.query(
      `insert into campaigns (id, name, kind, points, stackable, starts_at, ends_at, needs_entry, payment_min, budget,
         created_at, created_by)
       values (gen_random_uuid(), '冬', 'fixed_point', 20, true, now() - interval '1 day', now() + interval '1 day', false,
         1, 1000, now(), $1)`,
      [world.register.user_id],
    )
    return posted(await world.buy(await world.customer(), { cash: 1_000 })).id
  }
  const takingBack = (plan: Held<RefundPlan>, points: readonly number[]) => ({
    ...plan,
    reasons: plan.reasons
      .map((reason, place) => ({ ...reason, points: points[place]! }))
      .filter((reason) => reason.points > 0),
  })

  test.each<[string, readonly number[], RegExp]>([
    ['what each gave', [10, 20], /^posted$/],
    ['less than the refund reclaims', [10, 19], /are not those of the 30 points/],
    ['more than the refund reclaims', [11, 20], /are not those of the 30 points/],
    ['nothing', [0, 0], /are not those of the 30 points/],
    ['more of a campaign than it gave', [9, 21], /are not those of the 30 points/],
  ])('%s', async (_, points, said) => {
    expect(await attempt(await soldByCampaign(), (plan) => takingBack(plan, points))).toMatch(said)
  })
})

describe('given balance that comes back with an end', () => {
  /** A debt of 100円 that a lot of given balance paid off. */
  async function paidByLot(): Promise<string> {
    const customer = await world.customer()
    await world.trust(customer, 50_000)
    await world.grant(customer, 0, null, 30)
    await world.grant(customer, 0, null, 70, '2099-12-31T14:59:59Z')
    const sale = posted(await world.buy(customer, { later: 100 }))
    const { code } = await world.collect({ customer, tender: 'balance', own: true })
    expect(code).toBeNull()
    return sale.id
  }
  const until = '2099-12-31T14:59:59Z'

  test.each<[string, { amount: number; until: string | null }, RegExp]>([
    ['as much as had it', { amount: 70, until }, /^posted$/],
    ['more than comes back', { amount: 101, until }, /an end that it had not/],
    ['with a later end', { amount: 70, until: '2100-12-31T14:59:59Z' }, /an end that it had not/],
  ])('%s', async (_, lot, said) => {
    expect(await attempt(await paidByLot(), (plan) => ({ ...plan, new_bonus_lots: [lot] }))).toMatch(said)
  })
})

test('the books balance', async () => {
  await world.encrypt()
  expect(await world.findings()).toEqual([])
})
