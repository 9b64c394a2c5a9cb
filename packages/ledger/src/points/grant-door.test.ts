import { randomUUID } from 'node:crypto'
import { type GrantFacts, type GrantPlan, grantPoints } from '@shirogane/domain/points/grant-points'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Held } from '../act.ts'
import { agreeToMove } from '../testing/agree.ts'
import { attemptAct } from '../testing/attempt-act.ts'
import { createWorld, type Customer, type World } from '../testing/world.ts'

let world: World
let to: Customer
let from: Customer
let stranger: Customer
const until = ['2098-01-31T14:59:59Z', '2098-02-28T14:59:59Z', '2098-03-31T14:59:59Z'] as const
beforeAll(async () => {
  world = await createWorld()
})
beforeEach(async () => {
  to = await world.customer({})
  from = await world.customer({
    points: 40,
    limited: [
      [50, until[0]],
      [50, until[1]],
      [1, until[2]],
    ],
  })
  stranger = await world.customer({ limited: [[500, until[0]]] })
})
afterAll(() => world.close())

const lotsOf = async (customer: Customer) =>
  (
    await world.app.query<{ id: string }>(
      'select id from ledger.point_lots where user_id = $1 order by expires_at',
      [customer.id],
    )
  ).rows.map(({ id }) => id)

/** What the door says of what `change` makes of a grant, or of a move from `from`. */
async function attempt(
  change: (plan: Held<GrantPlan>) => object,
  points: number,
  isMove: boolean,
): Promise<string> {
  const by = world.register
  const id = randomUUID()
  const move = { from, to, points, by, key: randomUUID(), id }
  const request = {
    actor_id: by.user_id,
    session_id: by.session_id,
    route: 'hand',
    key: randomUUID(),
    request_hash: Buffer.alloc(1),
    transaction_id: randomUUID(),
    giver_transaction_id: id,
    reason: 'お詫び',
    approved_by: null,
    store_id: by.store_id,
    register_id: by.register_id,
    code_id: null,
    giver_code_id: isMove ? await agreeToMove(world, move) : null,
    customer_id: to.id,
    message: { code: 'received_from_member', member: 'm' },
    giver_id: isMove ? from.id : null,
    giver_message: isMove ? { code: 'moved_to_member', member: 'm' } : null,
    points,
  }
  const decide = (facts: GrantFacts) =>
    grantPoints({ ...facts, ceiling: 1_000_000, ceiling_day: 1_000_000 }, points)
  return attemptAct(world.app, 'grant_at_register', request, decide, change)
}
const withLots = (plan: GrantPlan, lots: object[]) => ({ ...plan, taken: { ...plan.taken, lots } })

test('a clerk does not grant above their ceiling, whatever was decided', async () => {
  expect(await attempt((plan) => plan, 999_999, false)).toMatch(
    /would grant 999999 points without a second person/,
  )
})

test.each<[string, (plan: Held<GrantPlan>) => object]>([
  ['nothing of the giver', (plan) => ({ ...plan, taken: null })],
  [
    'regular points before limited ones',
    (plan) => ({ ...plan, taken: { limited: 0, regular: 40, lots: [] } }),
  ],
  ['other points than were asked for', (plan) => ({ ...plan, taken: { ...plan.taken, limited: 30 } })],
])('a move does not take %s', async (_, change) => {
  expect(await attempt(change, 40, true)).toMatch(/a move of 40 points of .* would take/)
})

test('a move does not take points of a lot that is not the giver’s, nor less than none of one', async () => {
  const [first, second, third] = await lotsOf(from)
  const [foreign] = await lotsOf(stranger)
  const tries = [
    [{ lot: foreign, points: 40 }],
    [
      { lot: first, points: 30 },
      { lot: second, points: 20 },
      { lot: third, points: -10 },
    ],
  ]
  for (const lots of tries)
    expect(await attempt((plan) => withLots(plan, lots), 40, true)).toMatch(/would take 40 limited/)
  // A later lot before an earlier one.
  expect(await attempt((plan) => withLots(plan, [{ lot: second, points: 40 }]), 40, true)).toMatch(/^lots of/)
})

test('what is moved ends when the giver’s would have, whatever was decided', async () => {
  const [first] = await lotsOf(from)
  const forged = [{ lot: first, points: 40, until: '2199-12-31T14:59:59Z' }]
  expect(await attempt((plan) => withLots(plan, forged), 40, true)).toBe('posted')
  const { rows } = await world.app.query<{ expires_at: Date }>(
    'select expires_at from ledger.point_lots where user_id = $1',
    [to.id],
  )
  expect(rows.map(({ expires_at }) => expires_at.toISOString())).toEqual(['2098-01-31T14:59:59.000Z'])
})
