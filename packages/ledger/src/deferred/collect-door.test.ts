import { randomUUID } from 'node:crypto'
import {
  type CollectionFacts,
  type CollectionPlan,
  collectDebts,
} from '@shirogane/domain/deferred/collect-debts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Held } from '../act.ts'
import { attemptAct } from '../testing/attempt-act.ts'
import { createWorld, type Customer, posted, type World } from '../testing/world.ts'
import type { DebtTender } from '@shirogane/domain/sales/tenders'

let world: World
let customer: Customer
let older: string
let newer: string
beforeAll(async () => {
  world = await createWorld()
  customer = await world.customer({ paid: 2_000, bonus: 300 })
  await world.trust(customer)
  older = posted(await world.buy(customer, { later: 1_000 })).id
  newer = posted(await world.buy(customer, { later: 2_000 })).id
})
afterAll(() => world.close())

type Asked = { tender?: DebtTender; isNewer?: boolean; isAtRegister?: boolean }

/** What the door says of what `change` makes of a collection of 1,500 yen. Nothing of it stays but what was posted. */
function attempt(
  change: (plan: Held<CollectionPlan>) => object,
  { tender = 'cash', isNewer = false, isAtRegister = tender !== 'balance' }: Asked = {},
): Promise<string> {
  const isOwn = !isAtRegister
  const [amount, sale_id] = [1_500, isNewer ? newer : null]
  const request = {
    actor_id: isOwn ? customer.id : world.register.user_id,
    session_id: isOwn ? customer.session_id : world.register.session_id,
    route: 'later',
    key: randomUUID(),
    request_hash: Buffer.alloc(1),
    transaction_id: randomUUID(),
    customer_id: customer.id,
    store_id: isOwn ? null : world.register.store_id,
    register_id: isOwn ? null : world.register.register_id,
    amount,
    sale_id,
    tender,
    cash_tendered: null,
    token_hash: null,
    code_hash: null,
    note: null,
  }
  // Balance is decided as if its owner asked, also where another person does.
  const byOwner = ({ access }: CollectionFacts) => ({
    ...access,
    store_id: null,
    actor: { ...access.actor, id: customer.id },
  })
  const decide = (facts: CollectionFacts) =>
    collectDebts(tender === 'balance' ? { ...facts, access: byOwner(facts) } : facts, {
      customer_id: customer.id,
      amount,
      tender,
      cash_tendered: null,
    })
  return attemptAct(world.app, 'collect_deferred', request, decide, change)
}

type Case = [string, (plan: Held<CollectionPlan>) => object, RegExp, Asked?]
const payOf = (plan: CollectionPlan, change: object) =>
  plan.payments.map((payment, place) => (place === 0 ? { ...payment, ...change } : payment))

test.each<Case>([
  [
    'the decision of another act',
    (plan) => ({ ...plan, held: plan.held.replace(/.$/, '-') }),
    /not made of the facts/,
  ],
  ['one that was made without locks', (plan) => ({ ...plan, held: null }), /begins anew/],
  [
    'another amount than was asked for',
    (plan) => ({ ...plan, amount: 1_400 }),
    /1400 yen, where 1500 were asked/,
  ],
  [
    'paid balance before given balance',
    (plan) => ({ ...plan, bonus: 0, paid: 1_500, payments: payOf(plan, { bonus: 0, paid: 1_000 }) }),
    /1500 paid and 0 given yen/,
    { tender: 'balance' },
  ],
  [
    'balance of a customer who shows no code',
    (plan) => plan,
    /balance of a customer who showed no code/,
    { tender: 'balance', isAtRegister: true },
  ],
  [
    'balance for what came as cash',
    (plan) => ({ ...plan, paid: 1_500 }),
    /given yen of balance for 1500 by cash/,
  ],
  [
    'another debt than the one that was named',
    (plan) => ({ ...plan, payments: payOf(plan, { sale_id: older }) }),
    /another debt than the one that was named/,
    { isNewer: true },
  ],
  [
    'a rank that so many yen do not reach',
    (plan) => ({ ...plan, level_bought: 2, level_after: 2 }),
    /would take rank 2/,
  ],
  ['more yen for the rank', (plan) => ({ ...plan, level_accumulation: 999_999 }), /rank 0 by 999999 yen/],
  [
    'points that a debt did not earn',
    (plan) => ({ ...plan, points: plan.points + 5, payments: payOf(plan, { points: 15 }) }),
    /deferred_points_follow_their_yen/,
  ],
  ['other points than its debts earned', (plan) => ({ ...plan, points: plan.points + 5 }), /debt|add up/],
  [
    'more of a debt than is owed',
    (plan) => ({
      ...plan,
      payments: plan.payments.slice(0, 1).map((one) => ({ ...one, cash: 1_500, points: 15 })),
    }),
    /violates check constraint|debt/,
  ],
])('the door does not take %s', async (_, change, refusal, asked) => {
  expect(await attempt(change, asked)).toMatch(refusal)
})

test('the door takes the decision of the act', async () => {
  expect(await attempt((plan) => plan)).toBe('posted')
})
