// What changes in the world between the facts of an act and its posting.
import { randomUUID } from 'node:crypto'
import type { RefundFacts } from '@shirogane/domain/refund/facts'
import { planRefund } from '@shirogane/domain/refund/plan-refund'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Held, Rows } from '../act.ts'
import { createWorld, posted, type World } from '../testing/world.ts'
import { withinPool } from '../within.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

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

async function hold(db: Rows, act: string): Promise<Held<RefundFacts> | null> {
  const [row] = await db.rows<{ facts: Held<RefundFacts> | null }>('select ledger.hold_refund($1) as facts', [
    act,
  ])
  return row!.facts
}

async function post(db: Rows, act: string, facts: Held<RefundFacts> | null): Promise<string | null> {
  const decided = facts === null ? {} : { ...planRefund(facts, whole), held: facts.held }
  const [row] = await db.rows<{ code: string | null }>('select code from ledger.refund($1, $2)', [
    act,
    JSON.stringify(decided),
  ])
  return row!.code
}

const setActive = (isActive: boolean) =>
  world.owner.query('update employees set active = $2 where user_id = $1', [world.manager.user_id, isActive])

test('who is dismissed meanwhile posts nothing, and the key keeps that answer', async () => {
  const act = await requestOf()
  const refused = await withinPool(world.app, async (db) => {
    const facts = await hold(db, act)
    await setActive(false)
    return post(db, act, facts)
  })
  expect(refused).toBe('FORBIDDEN')
  await setActive(true)
  const again = await withinPool(world.app, async (db) => post(db, act, await hold(db, act)))
  expect(again).toBe('FORBIDDEN')
})

test('who may again meanwhile begins anew, and no wrong refusal is kept', async () => {
  const act = await requestOf()
  await setActive(false)
  const broken = withinPool(world.app, async (db) => {
    const facts = await hold(db, act)
    expect(facts).toBeNull()
    await setActive(true)
    return post(db, act, facts)
  })
  await expect(broken).rejects.toMatchObject({ code: '40001' })
  expect(await withinPool(world.app, async (db) => post(db, act, await hold(db, act)))).toBeNull()
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
