// What changes in the world between the facts of an act and its posting.
import { randomUUID } from 'node:crypto'
import { giveBack } from '@shirogane/domain/refund/give-back'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Held, Rows } from '../act.ts'
import { createWorld, posted, type World } from '../testing/world.ts'
import { withinPool } from '../within.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Facts = Held<Parameters<typeof giveBack>[0]>

const whole = { items: null, amount: null, is_void: false, to_balance: false }

async function requestOf(): Promise<string> {
  const sale = posted(await world.buy(await world.customer({}), { cash: 500 }))
  return JSON.stringify({
    kind: 'refund',
    actor_id: world.manager.user_id,
    session_id: world.manager.session_id,
    route: 'refund',
    key: randomUUID(),
    request_hash: '\\x00',
    transaction_id: randomUUID(),
    sale_id: sale.id,
    register_id: world.manager.register_id,
    items: null,
    reason: 'お客さま都合',
    approved_by: null,
  })
}

async function hold(db: Rows, act: string): Promise<Facts | null> {
  const [row] = await db.rows<{ facts: Facts | null }>('select ledger.hold_refund($1) as facts', [act])
  return row!.facts
}

const decide = (act: string, facts: Facts) => {
  const { transaction_id, actor_id } = JSON.parse(act) as { transaction_id: string; actor_id: string }
  return giveBack(facts, whole, { id: transaction_id, actor_id })
}

async function post(db: Rows, act: string, facts: Facts | null): Promise<string | null> {
  const decided = facts === null ? {} : { ...decide(act, facts), held: facts.held, access: facts.access }
  const [row] = await db.rows<{ code: string | null }>('select code from ledger.refund($1, $2)', [
    act,
    JSON.stringify(decided),
  ])
  return row!.code
}

const setActive = (isActive: boolean) =>
  world.owner.query('update employees set active = $2 where user_id = $1', [world.manager.user_id, isActive])

test('who is dismissed meanwhile posts nothing: the act begins anew, and the key keeps its answer', async () => {
  const act = await requestOf()
  const broken = withinPool(world.app, async (db) => {
    const facts = await hold(db, act)
    await setActive(false)
    return post(db, act, facts)
  })
  await expect(broken).rejects.toMatchObject({ code: '40001' })
  expect(await withinPool(world.app, async (db) => post(db, act, await hold(db, act)))).toBe('FORBIDDEN')
  await setActive(true)
  const again = await withinPool(world.app, async (db) => post(db, act, await hold(db, act)))
  expect(again).toBe('FORBIDDEN')
})

test('who may again meanwhile begins anew, and no wrong refusal is kept', async () => {
  const act = await requestOf()
  await setActive(false)
  const broken = withinPool(world.app, async (db) => {
    const facts = await hold(db, act)
    expect(decide(act, facts!).code).toBe('FORBIDDEN')
    await setActive(true)
    return post(db, act, facts)
  })
  await expect(broken).rejects.toMatchObject({ code: '40001' })
  expect(await withinPool(world.app, async (db) => post(db, act, await hold(db, act)))).toBeNull()
})

type Forged = { request?: object; before?: string; after?: string }
const employee = (set: string) => `update employees set ${set} where user_id = '${world.manager.user_id}'`

test.each<[string, () => Forged, RegExp]>([
  [
    'is not at work',
    () => ({ before: employee('active = false'), after: employee('active = true') }),
    /not at work/,
  ],
  [
    'has no right to it',
    () => ({
      before: employee(`type = 'kyc_reviewer', store_id = null`),
      after: employee(`type = 'manager', store_id = '${world.manager.store_id}'`),
    }),
    /no right to do this/,
  ],
  [
    'works in another shop',
    () => ({
      request: {
        actor_id: world.elsewhere.user_id,
        session_id: world.elsewhere.session_id,
        register_id: null,
      },
    }),
    /works elsewhere/,
  ],
  [
    'stands at a register of another shop',
    () => ({ request: { register_id: world.elsewhere.register_id } }),
    /works elsewhere/,
  ],
  [
    'does it to an account of their own',
    () => ({
      before: employee(
        'own_customer_id = (select customer_id from ledger.movements order by completed_at desc limit 1)',
      ),
      after: employee('own_customer_id = null'),
    }),
    /an account of their own/,
  ],
])('who %s posts nothing, no matter what was decided', async (_, forgedBy, refusal) => {
  const asked = await requestOf()
  const { request, before, after } = forgedBy()
  const act = JSON.stringify({ ...(JSON.parse(asked) as object), ...request })
  if (before !== undefined) await world.owner.query(before)
  const forged = withinPool(world.app, async (db) => {
    const facts = (await hold(db, act))!
    const { access } = facts
    const rights = ['refund', 'refund.large']
    const actor = { ...access.actor, is_active: true, store_id: access.store_id, rights }
    const { code, ...plan } = decide(act, {
      ...facts,
      access: { ...access, is_own: false, is_register_here: true, actor },
    })
    expect(code).toBeNull()
    const decided = JSON.stringify({ ...plan, held: facts.held, access })
    return db.rows('select code from ledger.refund($1, $2)', [act, decided])
  })
  await expect(forged).rejects.toThrow(refusal)
  if (after !== undefined) await world.owner.query(after)
})

test('the same request twice at once is posted once, and answered alike', async () => {
  const act = await requestOf()
  const once = () => withinPool(world.app, async (db) => post(db, act, await hold(db, act)))
  expect(await Promise.all([once(), once(), once()])).toEqual([null, null, null])
  const { rows } = await world.app.query(
    `select count(*)::int as refunds from ledger.transactions where kind = 'refund' and related_id = $1`,
    [(JSON.parse(act) as { sale_id: string }).sale_id],
  )
  expect(rows[0].refunds).toBe(1)
})
