import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Attempts, createAttempts, id, outboxSql, refusalOf, transfersSql } from '../testing/attempts.ts'
import type { Customer, World } from '../testing/world.ts'

let world: World
let customer: Customer
let paymentId: string
let movementSql: Attempts['movementSql']
let movementOfCustomer: Attempts['movementOfCustomer']
beforeAll(async () => {
  ;({ world, customer, paymentId, movementSql, movementOfCustomer } = await createAttempts())
})
afterAll(() => world.close())

describe('limited points', () => {
  const lots = () => `(select * from ledger.point_lots where user_id = ${id(customer.id)} and remaining > 0)`
  const lotSql = (remaining: number) =>
    `insert into ledger.point_lots (id, user_id, granted, remaining, expires_at, transaction_id)
     values (gen_random_uuid(), ${id(customer.id)}, 100, ${remaining}, '2099-05-01', ${id(paymentId)})`

  test('lots come to the points of the wallet at every commit', async () => {
    expect(await refusalOf(world.owner, lotSql(1))).toMatch(/lots of .* do not add up to its limited points/)
    const transaction = randomUUID()
    const movement = await movementOfCustomer({ limited: 5 })
    expect(
      await refusalOf(
        world.owner,
        movementSql({
          ...movement,
          id: id(transaction),
          kind: `'grant'`,
          spent_total: '0',
          tender_cash: '0',
          received_point_limited: '5',
        }),
        transfersSql(transaction, [
          ['points_cost', world.register.store_id, 'point_limited', customer.id, 5],
        ]),
        outboxSql(transaction),
      ),
    ).toMatch(/lots of .* do not add up to its limited points/)
    expect(
      await refusalOf(
        world.owner,
        `update ledger.point_lots set remaining = remaining - 1 where id in (select id from ${lots()} l)`,
      ),
    ).toMatch(/lots of .* do not add up/)
  })

  test('a lot never holds more than it was given, nor less than nothing', async () => {
    expect(await refusalOf(world.owner, lotSql(101))).toMatch(/point_lots_check/)
    expect(await refusalOf(world.owner, lotSql(-1))).toMatch(/point_lots_check/)
  })

  test.each([
    `set expires_at = expires_at + interval '1 day'`,
    'set granted = granted + 1',
    'set user_id = user_id',
    'set transaction_id = gen_random_uuid()',
  ])('a lot keeps its size, its owner and its end: %s', async (change) => {
    const statement = `update ledger.point_lots ${change}`
    expect(await refusalOf(world.owner, statement)).toMatch(/UPDATE of point_lots is never allowed/)
    expect(await refusalOf(world.app, statement)).toMatch(/permission denied/)
  })

  test('a lot gives nothing while one that ends before it has some left', async () => {
    const other = await world.customer({
      limited: [
        [10, '2099-01-01'],
        [10, '2099-02-01'],
      ],
    })
    const ofOther = `update ledger.point_lots set remaining = remaining`
    expect(
      await refusalOf(
        world.owner,
        `${ofOther} - 1 where user_id = ${id(other.id)} and expires_at = '2099-02-01'`,
      ),
    ).toMatch(/not used in the order of their ends/)
  })
})

describe('given balance with an end', () => {
  const lotSql = (granted: number, remaining: number, transaction = id(paymentId)) =>
    `insert into ledger.bonus_lots (id, user_id, granted, remaining, expires_at, transaction_id)
     values (gen_random_uuid(), ${id(customer.id)}, ${granted}, ${remaining}, '2099-05-01', ${transaction})`

  test('lots are what a movement of the same commit gave', async () => {
    expect(await refusalOf(world.owner, lotSql(1, 1))).toMatch(/lots of .* are not what .* gave/)
    const given = `(select transaction_id from ledger.bonus_lots where user_id = ${id(customer.id)} limit 1)`
    expect(await refusalOf(world.owner, lotSql(1, 1, given))).toMatch(/lots of .* are not what .* gave/)
  })

  test('lots never hold more than the wallet does', async () => {
    const { balance_bonus } = await world.wallet(customer)
    expect(await refusalOf(world.owner, lotSql(balance_bonus + 1, balance_bonus + 1))).toMatch(
      /lots of .* hold more than its given balance/,
    )
  })

  test('a lot begins full, and holds between nothing and what it was given', async () => {
    expect(await refusalOf(world.owner, lotSql(2, 1))).toMatch(/a lot of given balance begins full/)
    expect(await refusalOf(world.owner, lotSql(0, 0))).toMatch(/bonus_lots_granted_check/)
  })

  test.each([
    ['set remaining = remaining - 1', 'move by transfers only'],
    ['set remaining = granted', 'move by transfers only'],
    [`set expires_at = expires_at + interval '1 day'`, 'never allowed|move by transfers only'],
    ['set granted = granted + 1', 'never allowed|move by transfers only'],
  ])('a lot moves with transfers and in no other way: %s', async (change, refusal) => {
    const statement = `update ledger.bonus_lots ${change} where user_id = ${id(customer.id)}`
    expect(await refusalOf(world.owner, statement)).toMatch(new RegExp(refusal))
    expect(await refusalOf(world.app, statement)).toMatch(/permission denied/)
  })

  test('what moved a lot is written by transfers only', async () => {
    const statement = `insert into ledger.bonus_lot_moves (transaction_id, lot_id, amount)
      select gen_random_uuid(), id, 1 from ledger.bonus_lots where user_id = ${id(customer.id)} limit 1`
    expect(await refusalOf(world.owner, statement)).toMatch(/written by transfers only/)
  })
})
