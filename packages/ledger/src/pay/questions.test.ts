import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordOf } from '../act.ts'
import { askMove } from '../points/register-grant.ts'
import { createWorld, type Customer, type World } from '../testing/world.ts'
import { withinPool } from '../within.ts'
import { answerConfirmation, dropMove, endConfirmations, withdrawConfirmation } from './questions.ts'

let world: World
let customer: Customer
let other: Customer
let checkout_id: string
let id: string
beforeAll(async () => {
  world = await createWorld()
  other = await world.customer()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.setClock('2026-11-21 12:00+09')
  customer = await world.customer({ points: 500 })
  const code = await world.code(customer)
  ;[id, checkout_id] = [randomUUID(), randomUUID()]
  const { user_id, store_id, register_id } = world.register
  const move = {
    actor_id: user_id,
    store_id,
    register_id,
    key: id,
    giver_transaction_id: checkout_id,
    giver_code_id: code.id,
    giver_id: customer.id,
    customer_id: other.id,
    points: 100,
  }
  const asked = { id, digest: Buffer.from('move'), answerSeconds: 60, useSeconds: 120 }
  await withinPool(world.app, (db) => askMove(db, move, asked))
})

async function standing(): Promise<[question: string, checkout: string]> {
  const { rows } = await world.app.query(
    `select c.state, k.status from ledger.confirmations c join ledger.checkouts k on k.id = c.checkout_id where c.id = $1`,
    [id],
  )
  return [rows[0].state, rows[0].status]
}

const answer = (agrees: boolean, by = customer) =>
  withinPool(world.app, (db) =>
    answerConfirmation(db, { id, customer_id: by.id, session_id: by.session_id, agrees }),
  )
const withdraw = (store_id = world.register.store_id) =>
  withinPool(world.app, (db) => withdrawConfirmation(db, { checkout_id, store_id }))
const drop = () => withinPool(world.app, (db) => dropMove(db, checkout_id))

describe('a question', () => {
  test('is answered by the one who is asked, once', async () => {
    expect(await answer(true, other)).toEqual({ code: 'NOT_FOUND', changed: false })
    expect(await answer(true)).toEqual({ code: null, changed: true })
    expect(await answer(true)).toEqual({ code: null, changed: false })
    expect(await answer(false)).toEqual({ code: 'PAY_CONFIRM_ENDED', changed: false })
    expect(await standing()).toEqual(['approved', 'open'])
  })

  test('of yes and no at a time has one answer', async () => {
    const answers = await Promise.all([true, false, true, false].map((agrees) => answer(agrees)))
    expect(answers.filter(({ changed }) => changed)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'PAY_CONFIRM_ENDED')).toHaveLength(2)
  })

  test('is taken back in the shop that asks, once', async () => {
    expect(await withdraw(world.elsewhere.store_id)).toBe(false)
    expect(await withdraw()).toBe(true)
    expect(await withdraw()).toBe(false)
    expect(await standing()).toEqual(['withdrawn', 'open'])
    expect(await answer(true)).toMatchObject({ code: 'PAY_CONFIRM_ENDED' })
  })

  test('about a move holds the code of its giver while they may say yes', async () => {
    await drop()
    expect(await standing()).toEqual(['pending', 'open'])
    await answer(false)
    await drop()
    expect(await standing()).toEqual(['declined', 'cancelled'])
    await drop()
  })

  test('that was taken back does not, nor one whose time is over', async () => {
    await world.setClock('2026-11-21 12:01+09')
    await drop()
    expect(await standing()).toEqual(['withdrawn', 'cancelled'])
  })
})

test('a question is ended when its time to answer is over, and a yes when its time to be used is', async () => {
  const end = () => withinPool(world.app, endConfirmations)
  const question = async () => (await standing())[0]
  await end()
  expect(await question()).toBe('pending')
  await answer(true)
  await world.setClock('2026-11-21 12:01+09')
  await end()
  expect(await question()).toBe('approved')
  await world.setClock('2026-11-21 12:02+09')
  await Promise.all([end(), end()])
  expect(await question()).toBe('expired')
  await end()
})

test('a move is dropped by none but its own question', async () => {
  const { checkout_id: sale } = await world.claim(await world.code(other), world.elsewhere)
  await withinPool(world.app, (db) => dropMove(db, sale!))
  const { rows } = await world.app.query('select status from ledger.checkouts where id = $1', [sale])
  expect(rows).toEqual([{ status: 'open' }])
})

test('no question is put about what another register or member has, however it was decided', async () => {
  const asked = {
    id: randomUUID(),
    checkout_id,
    register_id: world.register.register_id,
    digest: Buffer.from('payment'),
    use_seconds: 120,
  }
  const post = (change: object) =>
    withinPool(world.app, async (db) => {
      const act = JSON.stringify(recordOf({ ...asked, ...change }))
      const [read] = await db.rows<{ facts: { held: string } }>(
        'select ledger.hold_ask_confirmation($1) as facts',
        [act],
      )
      const plan = { code: null, fresh: true, ends_before: false, held: read!.facts.held }
      await db.rows('select ledger.ask_confirmation($1, $2)', [act, JSON.stringify(plan)])
    })
  const nowhere = /no checkout at this register holds a code/
  const givers = { giver_id: other.id, receiver_id: customer.id }
  await expect(post(givers)).rejects.toThrow(nowhere)
  await expect(post({ register_id: world.elsewhere.register_id })).rejects.toThrow(nowhere)
  await expect(post({ checkout_id: randomUUID() })).rejects.toThrow(nowhere)
  await withdraw()
  await drop()
  await expect(post({})).rejects.toThrow(nowhere)
})
