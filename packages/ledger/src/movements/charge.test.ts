import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const chargeSql = 'select ledger.charge($1, $2, $3, $4, $5, $6, $7, $8) as refusal'
async function charge(
  customer: string,
  amount: number,
  { id = randomUUID(), card = false, max = 100_000 } = {},
) {
  const { store_id, register_id, user_id } = world.register
  const { rows } = await world.app.query(chargeSql, [
    id,
    customer,
    store_id,
    register_id,
    user_id,
    amount,
    card,
    max,
  ])
  return rows[0].refusal
}

test.each([
  [false, 'drawer'],
  [true, 'card_clearing'],
])('money paid in becomes paid balance (by card: %s)', async (card, account) => {
  const customer = await world.customer()
  const id = randomUUID()
  expect(await charge(customer.id, 5_000, { id, card })).toBeNull()
  expect(await world.wallet(customer)).toMatchObject({ balance_paid: 5_000, balance_bonus: 0 })
  const { rows } = await world.app.query(
    'select debit_kind, credit_kind, amount from ledger.transfers where transaction_id = $1',
    [id],
  )
  expect(rows).toEqual([{ debit_kind: account, credit_kind: 'balance_paid', amount: 5_000 }])
  const movement = await world.app.query(
    'select kind, received_paid, balance_paid_after, spent_total from ledger.transactions where id = $1',
    [id],
  )
  expect(movement.rows).toEqual([
    { kind: 'charge', received_paid: 5_000, balance_paid_after: 5_000, spent_total: 0 },
  ])
})

test('a balance reaches its limit to the yen, given balance counted, and never passes it', async () => {
  const customer = await world.customer({ bonus: 40_000 })
  expect(await charge(customer.id, 60_001)).toBe('BALANCE_LIMIT')
  expect(await charge(customer.id, 60_000)).toBeNull()
  expect(await charge(customer.id, 1)).toBe('BALANCE_LIMIT')
  expect(await world.wallet(customer)).toMatchObject({ balance_paid: 60_000 })
})

test('twenty at once do not pass the limit together', async () => {
  const customer = await world.customer()
  const refusals = await Promise.all(Array.from({ length: 20 }, () => charge(customer.id, 30_000)))
  expect(refusals.filter((refusal) => refusal === null)).toHaveLength(3)
  expect(await world.wallet(customer)).toMatchObject({ balance_paid: 90_000 })
})

test('the same number charges once', async () => {
  const customer = await world.customer()
  const id = randomUUID()
  await charge(customer.id, 100, { id })
  await expect(charge(customer.id, 100, { id })).rejects.toThrow(/transactions_pkey/)
  expect(await world.wallet(customer)).toMatchObject({ balance_paid: 100 })
})

test.each([0, -1])('a charge of %i yen is none', async (amount) => {
  const customer = await world.customer({ paid: 10 })
  await expect(charge(customer.id, amount)).rejects.toThrow(/violates check constraint|has no transfers/)
  expect(await world.wallet(customer)).toMatchObject({ balance_paid: 10 })
})

test('nobody is charged who has no wallet', async () => {
  await expect(charge(randomUUID(), 100)).rejects.toThrow(
    /no wallet|move value of somebody else|do not add up/,
  )
})
