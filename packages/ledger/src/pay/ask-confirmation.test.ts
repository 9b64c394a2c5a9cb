import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { askMove } from '../points/register-grant.ts'
import { type Code, createWorld, type Customer, type World } from '../testing/world.ts'
import { withinPool } from '../within.ts'
import { askConfirmation } from './ask-confirmation.ts'

let world: World
let customer: Customer
let receiver: Customer
let code: Code
/** What the register has open for the code that the customer is asked about. */
let open: string
beforeAll(async () => {
  world = await createWorld()
  receiver = await world.customer()
})
afterAll(() => world.close())
beforeEach(async () => {
  customer = await world.customer({ paid: 50_000, points: 500 })
  code = await world.code(customer)
  open = (await world.claim(code)).checkout_id!
})

async function statusOf(checkout: string): Promise<string | null> {
  const { rows } = await world.app.query('select status from ledger.checkouts where id = $1', [checkout])
  return rows[0]?.status ?? null
}

async function heldFor(): Promise<number | null> {
  const { rows } = await world.app.query(
    `select round(extract(epoch from claimed_until - now()) / 10)::int * 10 as seconds from ledger.pay_codes
     where id = $1 and state = 'claimed' and claimed_by = $2`,
    [code.id, world.register.register_id],
  )
  return rows[0]?.seconds ?? null
}

const times = { answerSeconds: 60, useSeconds: 300 }

describe('a customer who is asked about a payment', () => {
  const ask = (asked: ReturnType<World['request']>) => {
    const id = randomUUID()
    const question = { id, digest: Buffer.from('same'), over: 10_000, items: [], discount: undefined }
    return withinPool(world.app, (db) => askConfirmation(db, asked, { ...question, ...times }))
  }

  test('has their code held for it alone: what the register had open for it gives way', async () => {
    const asked = world.request({ code, balance: 20_000 })
    expect(await ask(asked)).toMatchObject({ code: null, fresh: true })
    expect(await statusOf(open)).toBe('cancelled')
    expect(await statusOf(asked.transaction_id)).toBe('open')
    expect(await heldFor()).toBe(300)
  })

  test('is asked once, however many ask at a time', async () => {
    const asked = world.request({ code, balance: 20_000 })
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => ask(asked)))
    expect(outcomes.map(({ code: refusal }) => refusal)).toEqual(outcomes.map(() => null))
    expect(outcomes.filter(({ fresh }) => fresh)).toHaveLength(1)
    expect(await statusOf(asked.transaction_id)).toBe('open')
  })

  test('is not asked with a code whose time is over, and what is open for it stays', async () => {
    await world.owner.query(
      `update ledger.pay_codes set expires_at = issued_at + interval '1 microsecond' where id = $1`,
      [code.id],
    )
    const asked = world.request({ code, balance: 20_000 })
    expect(await ask(asked)).toMatchObject({ code: 'QR_EXPIRED' })
    expect(await statusOf(open)).toBe('open')
    expect(await statusOf(asked.transaction_id)).toBeNull()
  })
})

describe('a giver who is asked about a move', () => {
  const ask = (key: string, giver_transaction_id: string) =>
    withinPool(world.app, (db) =>
      askMove(
        db,
        {
          actor_id: world.register.user_id,
          key,
          giver_transaction_id,
          giver_code_id: code.id,
          giver_id: customer.id,
          customer_id: receiver.id,
          store_id: world.register.store_id,
          register_id: world.register.register_id,
          points: 100,
        },
        { id: randomUUID(), digest: Buffer.from('move'), ...times },
      ),
    )

  test('is asked once by a request, however many send it at a time, and the sale gives way', async () => {
    const key = randomUUID()
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => ask(key, randomUUID())))
    expect(outcomes.filter(({ fresh }) => fresh)).toEqual([{ code: null, fresh: true }])
    expect(outcomes.filter(({ code: refusal }) => refusal !== null)).toEqual([])
    expect(await statusOf(open)).toBe('cancelled')
    expect(await heldFor()).toBe(300)
  })

  test('is not asked by another request meanwhile', async () => {
    expect(await ask(randomUUID(), randomUUID())).toEqual({ code: null, fresh: true })
    expect(await ask(randomUUID(), randomUUID())).toEqual({ code: 'QR_CLAIMED', fresh: false })
  })
})
