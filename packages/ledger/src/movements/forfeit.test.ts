import { randomUUID } from 'node:crypto'
import { audit } from '../audit/audit.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createWorld, type Customer, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => world.setClock(null))
afterAll(() => world.close())

const forfeit = (customer: Customer) => world.forfeit(customer)

test('every point goes, whatever its end, and what was paid stays', async () => {
  const customer = await world.customer({ points: 100 })
  await world.grant(customer, 30, '2099-01-01')
  await world.grant(customer, 20, '2098-01-01', 50)
  expect(await forfeit(customer)).toBe(150)
  expect(await world.wallet(customer)).toMatchObject({
    point_regular: 0,
    point_limited: 0,
    balance_bonus: 50,
  })
  const { rows } = await world.app.query(
    `select kind, tender_point_regular::int as regular, tender_point_limited::int as limited, message
     from ledger.transactions where customer_id = $1 order by completed_at desc, id desc limit 1`,
    [customer.id],
  )
  expect(rows[0]).toEqual({ kind: 'expire', regular: 100, limited: 50, message: { code: 'forfeited' } })
  expect((await audit(world.owner)).findings).toEqual([])
})

test('where there is nothing, nothing is posted', async () => {
  const customer = await world.customer()
  expect(await forfeit(customer)).toBe(0)
  expect(await forfeit({ ...customer, id: randomUUID() })).toBe(0)
})

test('eight who ask at once take the points once', async () => {
  const customer = await world.customer({ points: 100 })
  const taken = await Promise.all(Array.from({ length: 8 }, () => forfeit(customer)))
  expect(taken.sort((a, b) => b - a)).toEqual([100, 0, 0, 0, 0, 0, 0, 0])
})
