import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Attempts, createAttempts, id, refusalOf, together } from '../testing/attempts.ts'
import type { Code, Customer, World } from '../testing/world.ts'

let world: World
let customer: Customer
let spent: Code
let live: Code
let paymentId: string
let movementSql: Attempts['movementSql']
let cashSale: Attempts['cashSale']
let movementOfCustomer: Attempts['movementOfCustomer']
beforeAll(async () => {
  ;({ world, customer, spent, live, paymentId, movementSql, cashSale, movementOfCustomer } =
    await createAttempts())
})
afterAll(() => world.close())

describe('a code on the phone', () => {
  const codeSql = (change: string, code: Code = spent) =>
    `update ledger.pay_codes set ${change} where id = ${id(code.id)}`

  test.each([
    [`state = 'live', transaction_id = null`],
    [`state = 'claimed', transaction_id = null, claimed_by = gen_random_uuid(), claimed_until = now()`],
    [`state = 'void', transaction_id = null`],
    ['transaction_id = gen_random_uuid()'],
    ['transaction_id = null'],
  ])('that is spent stays spent: %s', async (change) => {
    expect(await refusalOf(world.owner, codeSql(change))).toMatch(/has ended/)
    expect(await refusalOf(world.app, codeSql(change))).toMatch(/permission denied/)
  })

  test.each([
    [`expires_at = expires_at + interval '1 second'`],
    [`issued_at = issued_at + interval '1 second', expires_at = expires_at - interval '1 second'`],
    [`user_id = '00000000-0000-0000-0000-000000000000'`],
    [`session_id = gen_random_uuid()`],
    [`token_hash = '\\x00'`],
    [`code_hash = '\\x00'`],
    [`id = gen_random_uuid()`],
  ])('is never altered nor stretched: %s', async (change) => {
    expect(await refusalOf(world.owner, codeSql(change, live))).toMatch(/cannot be altered/)
    expect(await refusalOf(world.app, codeSql(change, live))).toMatch(/permission denied/)
  })

  test('is spent by a payment of its own customer and by nothing else', async () => {
    const spend = (transaction: string) => codeSql(`state = 'spent', transaction_id = ${transaction}`, live)
    expect(await refusalOf(world.owner, spend('gen_random_uuid()'))).toMatch(/is spent by a payment only/)
    expect(await refusalOf(world.owner, spend(id(paymentId)))).toMatch(/is spent by a payment only/)
    expect(await refusalOf(world.owner, codeSql(`state = 'spent'`, live))).toMatch(
      /pay_codes_check|by a payment only/,
    )
    const { id: transaction, lines, transfers, outbox } = cashSale()
    const ofNobody = movementSql({ id: id(transaction), pay_code_id: id(live.id) })
    const spending = spend('(select id from part_0)')
    expect(
      await refusalOf(world.owner, together(`${ofNobody} returning id`, lines, transfers, outbox, spending)),
    ).toMatch(/is spent by a payment only/)
  })

  test('that a payment names is spent with it', async () => {
    const { id: transaction, lines, transfers, outbox } = cashSale()
    const movement = movementSql({
      ...(await movementOfCustomer()),
      id: id(transaction),
      pay_code_id: id(live.id),
    })
    expect(await refusalOf(world.owner, movement, lines, transfers, outbox)).toMatch(
      /does not spend its code/,
    )
  })

  test('settles one payment, whatever else goes wrong', async () => {
    expect(await refusalOf(world.owner, movementSql({ pay_code_id: id(spent.id) }))).toMatch(
      /movements_pay_code/,
    )
  })

  test.each([
    [`state, transaction_id`, `'spent', gen_random_uuid()`, 'a pay code begins live'],
    [`state, claimed_by, claimed_until`, `'claimed', gen_random_uuid(), now()`, 'a pay code begins live'],
    ['expires_at', `now() + interval '301 seconds'`, 'pay_codes_.*check'],
  ])('begins live and lives five minutes: %s', async (columns, values, refusal) => {
    const all = columns.includes('expires_at') ? columns : `${columns}, expires_at`
    const given = columns.includes('expires_at') ? values : `${values}, now() + interval '1 second'`
    const statement = `insert into ledger.pay_codes (id, user_id, session_id, token_hash, code_hash, issued_at, ${all})
      values (gen_random_uuid(), ${id(customer.id)}, ${id(customer.session_id)}, '\\x${randomBytes(32).toString('hex')}',
        '\\x${randomBytes(32).toString('hex')}', now(), ${given})`
    expect(await refusalOf(world.owner, statement)).toMatch(new RegExp(refusal))
    expect(await refusalOf(world.app, statement)).toMatch(/permission denied/)
  })

  test('a register holds one checkout, and a code is in one', async () => {
    const checkout = (register: string, code: Code) =>
      `insert into ledger.checkouts (id, store_id, register_id, employee_id, customer_id, pay_code_id, opened_at, updated_at)
       values (gen_random_uuid(), ${id(world.register.store_id)}, ${id(register)}, ${id(world.register.user_id)},
         ${id(customer.id)}, ${id(code.id)}, now(), now())`
    const [register, neighbour] = [world.register.register_id, world.neighbour.register_id]
    expect(await refusalOf(world.owner, checkout(register, live), checkout(neighbour, live))).toMatch(
      /checkouts_of_code/,
    )
    expect(await refusalOf(world.owner, checkout(register, live), checkout(register, spent))).toMatch(
      /checkouts_of_register/,
    )
  })
})

describe('the answer to a key', () => {
  test.each([
    `set refusal = '{"code": "QR_INVALID"}'`,
    'set refusal = null',
    `set request_hash = '\\x00'`,
    'set transaction_id = gen_random_uuid()',
    `set key = key || 'x'`,
  ])('is final: %s', async (change) => {
    expect(await refusalOf(world.owner, `update ledger.idempotency ${change}`)).toMatch(
      /answer to a key is final/,
    )
    expect(await refusalOf(world.app, `update ledger.idempotency ${change}`)).toMatch(/permission denied/)
  })

  test('is given once for an actor, a route and a key', async () => {
    const statement = `insert into ledger.idempotency (actor_id, route, key, request_hash, transaction_id, created_at)
      select actor_id, route, key, request_hash, transaction_id, created_at from ledger.idempotency`
    expect(await refusalOf(world.owner, statement)).toMatch(/idempotency_pkey/)
  })
})
