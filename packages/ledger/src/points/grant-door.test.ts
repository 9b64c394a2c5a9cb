import { randomUUID } from 'node:crypto'
import type { Person } from '@shirogane/domain/access/people'
import type { Movement } from '@shirogane/domain/movements/movement'
import type { Account, Transfer } from '@shirogane/domain/movements/transfer'
import { type GrantFacts, grantPoints } from '@shirogane/domain/points/grant-points'
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

type Plan = Held<{ movements: Movement[] }>

/** What the door says of what `change` makes of a grant, or of a move from `from`. */
async function attempt(
  change: (plan: Plan) => object,
  points: number,
  isMove: boolean,
  forged: Partial<Person> = {},
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
    message: { code: 'received_from_member' },
    giver_id: isMove ? from.id : null,
    giver_message: isMove ? { code: 'moved_to_member' } : null,
    points,
  }
  const decide = (facts: GrantFacts) =>
    grantPoints(
      {
        ...facts,
        access: { ...facts.access, actor: { ...facts.access.actor, ...forged } },
        ceiling: 1_000_000,
        ceiling_day: 1_000_000,
      },
      request,
    )
  return attemptAct(world.app, 'grant_at_register', request, decide, change)
}
type Part = { lot: string | undefined; points: number; until: string }
const transfersOf = (debit: Account, amount: number): Transfer[] => [
  { code: 'move_points', debit, credit: 'points_moved', amount },
]

/** The same with another movement of the giver, who comes first in a move. */
const withGiven = ({ movements: [given, ...rest], ...plan }: Plan, change: object) => ({
  ...plan,
  movements: [{ ...given, ...change }, ...rest],
})
/** The same with these parts of lots, which arrive with `ends` where those are others. */
function withLots({ movements: [given, received, ...rest], ...plan }: Plan, lots: Part[], ends = lots) {
  const point_lots = lots.map(({ lot, points }) => ({ lot, change: -points }))
  const new_point_lots = ends.map(({ points, until: end }) => ({ amount: points, until: end }))
  return {
    ...plan,
    movements: [{ ...given, lots, point_lots }, { ...received, new_point_lots }, ...rest],
  }
}

test('a clerk does not grant above their ceiling, whatever was decided', async () => {
  expect(await attempt((plan) => plan, 999_999, false)).toMatch(
    /would grant 999999 points without a second person/,
  )
})

test.each<[string, (plan: Plan) => object]>([
  ['nothing of the giver', (plan) => ({ ...plan, movements: plan.movements.slice(1) })],
  [
    'regular points before limited ones',
    (plan) => withGiven(plan, { transfers: transfersOf('point_regular', 40), lots: [], point_lots: [] }),
  ],
  [
    'other points than were asked for',
    (plan) => withGiven(plan, { transfers: transfersOf('point_limited', 30) }),
  ],
  ['those of another member', (plan) => withGiven(plan, { customer_id: stranger.id })],
])('a move does not take %s', async (_, change) => {
  expect(await attempt(change, 40, true)).toMatch(/a move of 40 points of .* would take/)
})

test.each<[string, (received: Movement) => object]>([
  ['to another member', () => ({ customer_id: stranger.id })],
  [
    'of more than were asked for',
    ({ transfers }) => ({ transfers: transfers.map((one) => ({ ...one, amount: 41 })) }),
  ],
])('the shop grants nothing %s', async (_, change) => {
  const forge = ({ movements: [received], ...plan }: Plan) => ({
    ...plan,
    movements: [{ ...received!, ...change(received!) }],
  })
  expect(await attempt(forge, 40, false)).toMatch(/a grant of 40 points would bring others/)
})

test('a move does not take points of a lot that is not the giver’s, nor less than none of one', async () => {
  const [first, second, third] = await lotsOf(from)
  const [foreign] = await lotsOf(stranger)
  const tries: Part[][] = [
    [{ lot: foreign, points: 40, until: until[0] }],
    [
      { lot: first, points: 30, until: until[0] },
      { lot: second, points: 20, until: until[1] },
      { lot: third, points: -10, until: until[2] },
    ],
  ]
  for (const lots of tries)
    expect(await attempt((plan) => withLots(plan, lots), 40, true)).toMatch(/would take 40 limited/)
  // A later lot before an earlier one.
  const late = [{ lot: second, points: 40, until: until[1] }]
  expect(await attempt((plan) => withLots(plan, late), 40, true)).toMatch(/^lots of/)
})

test('what is moved ends when the giver’s would have, whatever was decided', async () => {
  const [lot] = await lotsOf(from)
  const [taken, forged] = [until[0], '2199-12-31T14:59:59Z'].map((end) => [{ lot, points: 40, until: end }])
  for (const [lots, ends] of [
    [forged, forged],
    [taken, forged],
    [forged, taken],
  ])
    expect(await attempt((plan) => withLots(plan, lots!, ends), 40, true)).toMatch(/would take 40 limited/)
  expect(await attempt((plan) => withLots(plan, taken!), 40, true)).toBe('posted')
  const { rows } = await world.app.query<{ expires_at: Date }>(
    'select expires_at from ledger.point_lots where user_id = $1',
    [to.id],
  )
  expect(rows.map(({ expires_at }) => expires_at.toISOString())).toEqual(['2098-01-31T14:59:59.000Z'])
})

test('points are granted by no person who is not at work, whatever was decided', async () => {
  await world.owner.query('update employees set active = false where user_id = $1', [world.register.user_id])
  try {
    expect(await attempt((plan) => plan, 40, false, { is_active: true })).toMatch(/is not at work/)
  } finally {
    await world.owner.query('update employees set active = true where user_id = $1', [world.register.user_id])
  }
})
