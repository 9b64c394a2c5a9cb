import { createHash, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openCardCharge } from '../charges/charge-card.ts'
import { chargeCash } from '../charges/charge-cash.ts'
import { withinPool } from '../within.ts'
import { createWorld, type Customer, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => world.setClock(null))
afterAll(() => world.close())

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** A member of some standing, with a card: born when the test says so. */
async function member({
  born = null,
  joined = '2020-01-01',
  paid = 0,
  bonus = 0,
}: { born?: string | null; joined?: string; paid?: number; bonus?: number } = {}) {
  const customer = await world.customer({ paid, bonus })
  await world.owner.query('update users set date_of_birth = $2, created_at = $3 where id = $1', [
    customer.id,
    born,
    joined,
  ])
  return { customer, card: await addCard(customer) }
}

async function addCard(customer: Customer, expires: [year: number, month: number] = [2099, 12]) {
  const id = randomUUID()
  await world.app.query(
    `insert into payment_methods (id, user_id, gateway, gateway_customer, gateway_card, brand, last4, exp_year, exp_month, created_at)
     values ($1, $2, 'sandbox', 'cus_' || $2::uuid, 'car_' || $1::uuid, 'Visa', '4242', $3, $4, now())`,
    [id, customer.id, ...expires],
  )
  return id
}

type Opened = { charge: string | null; code: string | null; n: number | null; replayed: boolean }
type Asked = { key?: string; id?: string; body?: string; gateway?: string }

async function open(
  customer: Customer,
  card: string,
  amount: number,
  { key = randomUUID(), id = randomUUID(), body = `${card} ${amount}`, gateway = 'sandbox' }: Asked = {},
): Promise<Opened> {
  return withinPool(world.app, (db) =>
    openCardCharge(db, {
      actor_id: customer.id,
      transaction_id: id,
      route: 'charge',
      key,
      request_hash: hashOf(body),
      payment_method_id: card,
      gateway,
      amount,
      check_at: new Date().toISOString(),
    }),
  )
}

async function confirmCharge(
  id: string,
  amount: number,
  name = `ch_${id}`,
  gateway = 'sandbox',
): Promise<string> {
  const { rows } = await world.app.query<{ answer: string }>(
    'select ledger.record_charge_outcome($1, $2, $3, $4) as answer',
    [id, gateway, name, amount],
  )
  return rows[0]!.answer
}

async function fail(id: string, failure = 'CARD_DECLINED'): Promise<boolean> {
  const { rows } = await world.app.query('select ledger.fail_card_charge($1, $2) as done', [id, failure])
  return rows[0].done
}

const paidOf = async (customer: Customer) => (await world.wallet(customer)).balance_paid

describe('a charge that the gateway has taken', () => {
  test('becomes paid balance once, through the account of the gateway, under the charge’s own id', async () => {
    const { customer, card } = await member()
    const { charge } = await open(customer, card, 5_000)
    expect(await paidOf(customer)).toBe(0)
    expect(await confirmCharge(charge!, 5_000)).toBe('SETTLED')
    expect(await confirmCharge(charge!, 5_000)).toBe('ALREADY')
    expect(await paidOf(customer)).toBe(5_000)
    const { rows } = await world.app.query(
      `select t.kind, t.received_paid, x.debit_kind, x.credit_kind, x.amount, c.state, o.topic
       from ledger.transactions t join ledger.transfers x on x.transaction_id = t.id
       join ledger.card_charges c on c.id = t.id join ledger.outbox o on o.transaction_id = t.id where t.id = $1`,
      [charge],
    )
    expect(rows).toEqual([
      {
        kind: 'charge',
        received_paid: 5_000,
        debit_kind: 'gateway_clearing',
        credit_kind: 'balance_paid',
        amount: 5_000,
        state: 'completed',
        topic: 'transaction',
      },
    ])
  })

  test('is booked once when fifty say so at the same time', async () => {
    const { customer, card } = await member()
    const { charge } = await open(customer, card, 3_000)
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirmCharge(charge!, 3_000)))
    expect(answers.filter((answer) => answer === 'SETTLED')).toHaveLength(1)
    expect(new Set(answers)).toEqual(new Set(['SETTLED', 'ALREADY']))
    expect(await paidOf(customer)).toBe(3_000)
  })

  test('is not booked for another amount, under another name, or for another gateway', async () => {
    const { customer, card } = await member()
    const { charge } = await open(customer, card, 3_000)
    await world.app.query('select ledger.name_card_charge($1, $2)', [charge, 'ch_mine'])
    expect(await confirmCharge(charge!, 30_000, 'ch_mine')).toBe('AMOUNT')
    expect(await confirmCharge(charge!, 3_000, 'ch_other')).toBe('UNKNOWN')
    expect(await confirmCharge(charge!, 3_000, 'ch_mine', 'payjp')).toBe('UNKNOWN')
    expect(await confirmCharge(randomUUID(), 3_000)).toBe('UNKNOWN')
    expect(await paidOf(customer)).toBe(0)
    expect(await confirmCharge(charge!, 3_000, 'ch_mine')).toBe('SETTLED')
  })

  test('two charges never share one charge of the gateway', async () => {
    const { customer, card } = await member()
    const [first, second] = [await open(customer, card, 1_000), await open(customer, card, 1_000)]
    expect(await confirmCharge(first.charge!, 1_000, 'ch_shared')).toBe('SETTLED')
    await expect(confirmCharge(second.charge!, 1_000, 'ch_shared')).rejects.toThrow(/card_charges_gateway/)
    expect(await paidOf(customer)).toBe(1_000)
  })

  test('is the customer’s even after it was given up, or when the limit was reached meanwhile', async () => {
    const { customer, card } = await member()
    const { charge } = await open(customer, card, 30_000)
    expect(await fail(charge!)).toBe(true)
    expect(await fail(charge!)).toBe(false)
    await world.charge(customer, 90_000)
    expect(await confirmCharge(charge!, 30_000)).toBe('SETTLED')
    expect(await fail(charge!)).toBe(false)
    expect(await paidOf(customer)).toBe(120_000)
  })

  test('whether it is given up or taken at the same moment, it ends in one state and the books agree', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { customer, card } = await member()
      const { charge } = await open(customer, card, 2_000)
      await Promise.all([
        confirmCharge(charge!, 2_000),
        fail(charge!),
        confirmCharge(charge!, 2_000),
        fail(charge!),
      ])
      expect(await paidOf(customer)).toBe(2_000)
    }
  })
})

describe('the limits', () => {
  test.each([499, 30_001])('a charge of %i yen is outside the range', async (amount) => {
    const { customer, card } = await member()
    expect(await open(customer, card, amount)).toMatchObject({ charge: null, code: 'TOPUP_RANGE', n: 500 })
  })

  test.each([500, 30_000])('a charge of %i yen is within it', async (amount) => {
    const { customer, card } = await member()
    expect(await open(customer, card, amount)).toMatchObject({ code: null })
  })

  test('a balance reaches its limit to the yen, given balance and what is on its way counted', async () => {
    const { customer, card } = await member({ paid: 30_000, bonus: 20_000 })
    await open(customer, card, 30_000)
    expect(await open(customer, card, 20_001)).toMatchObject({ code: 'BALANCE_LIMIT', n: 100_000 })
    expect(await open(customer, card, 20_000)).toMatchObject({ code: null })
    expect(await open(customer, card, 500)).toMatchObject({ code: 'BALANCE_LIMIT' })
    // At a register, in cash, the same money counts.
    const { user_id, ...by } = world.register
    const inCash = await withinPool(world.app, (db) =>
      chargeCash(db, {
        ...by,
        actor_id: user_id,
        route: 'charge_cash',
        key: randomUUID(),
        request_hash: Buffer.alloc(1),
        transaction_id: randomUUID(),
        customer_id: customer.id,
        code_id: null,
        amount: 500,
        cash_tendered: 500,
      }),
    )
    expect(inCash).toMatchObject({ code: 'BALANCE_LIMIT', n: 100_000 })
  })

  test('what failed makes room again', async () => {
    const { customer, card } = await member({ paid: 90_000 })
    const { charge } = await open(customer, card, 10_000)
    expect(await open(customer, card, 10_000)).toMatchObject({ code: 'BALANCE_LIMIT' })
    await fail(charge!)
    expect(await open(customer, card, 10_000)).toMatchObject({ code: null })
  })

  test('twenty at once do not pass the limit of the balance together', async () => {
    const { customer, card } = await member()
    const opened = await Promise.all(Array.from({ length: 20 }, () => open(customer, card, 30_000)))
    expect(opened.filter(({ code }) => code === null)).toHaveLength(3)
  })

  test('somebody under eighteen charges 5,000 yen a month, however it is paid in and however many try at once', async () => {
    await world.setClock('2026-11-21T03:00:00Z')
    const { customer, card } = await member({ born: '2009-11-22' })
    await world.charge(customer, 1_500)
    const opened = await Promise.all(Array.from({ length: 12 }, () => open(customer, card, 1_000)))
    expect(opened.filter(({ code }) => code === null)).toHaveLength(3)
    expect(new Set(opened.map(({ code }) => code))).toEqual(new Set([null, 'TOPUP_MINOR_LIMIT']))
    for (const { charge } of opened) if (charge) await confirmCharge(charge, 1_000)
    expect(await open(customer, card, 501)).toMatchObject({ code: 'TOPUP_MINOR_LIMIT', n: 5_000 })
    expect(await open(customer, card, 500)).toMatchObject({ code: null })
  })

  test('a new month in Tokyo begins anew', async () => {
    await world.setClock('2026-11-30T14:59:59Z')
    const { customer, card } = await member({ born: '2012-01-01' })
    const { charge } = await open(customer, card, 5_000)
    await confirmCharge(charge!, 5_000)
    expect(await open(customer, card, 500)).toMatchObject({ code: 'TOPUP_MINOR_LIMIT' })
    await world.setClock('2026-11-30T15:00:00Z')
    expect(await open(customer, card, 5_000)).toMatchObject({ code: null })
  })

  test.each([
    ['2008-11-22', '2026-11-21T14:59:59Z', 'TOPUP_MINOR_LIMIT'],
    ['2008-11-22', '2026-11-21T15:00:00Z', null],
    ['2008-02-29', '2026-02-28T14:59:59Z', 'TOPUP_MINOR_LIMIT'],
    ['2008-02-29', '2026-02-28T15:00:00Z', null],
  ])('born on %s, at %s: %s', async (born, at, code) => {
    const { customer, card } = await member({ born })
    await world.setClock(at)
    expect(await open(customer, card, 10_000)).toMatchObject({ code })
  })

  test('an account of less than thirty days charges 20,000 yen a day, failures not counted', async () => {
    await world.setClock('2026-11-21T03:00:00Z')
    const { customer, card } = await member({ joined: '2026-11-01T00:00:00Z' })
    const { charge } = await open(customer, card, 20_000)
    expect(await open(customer, card, 500)).toMatchObject({ code: 'TOPUP_LIMIT_DAY', n: 20_000 })
    await fail(charge!)
    await confirmCharge((await open(customer, card, 15_000)).charge!, 15_000)
    expect(await open(customer, card, 5_001)).toMatchObject({ code: 'TOPUP_LIMIT_DAY' })
    await world.setClock('2026-11-21T15:00:00Z')
    expect(await open(customer, card, 20_000)).toMatchObject({ code: null })
  })

  test('head office may change every one of them', async () => {
    const { customer, card } = await member()
    await world.owner.query(
      `insert into settings (key, value) values ('limits', '{"topup_min": 100, "topup_max": 200}')
       on conflict (key) do update set value = excluded.value`,
    )
    try {
      expect(await open(customer, card, 500)).toMatchObject({ code: 'TOPUP_RANGE', n: 100 })
      expect(await open(customer, card, 150)).toMatchObject({ code: null })
    } finally {
      await world.owner.query(`delete from settings where key = 'limits'`)
    }
  })
})

describe('the card', () => {
  test('is the customer’s own, still there, of the gateway in use, and has not expired', async () => {
    await world.setClock('2026-11-21T03:00:00Z')
    const { customer, card } = await member()
    const { card: others } = await member()
    expect(await open(customer, others, 1_000)).toMatchObject({ code: 'NOT_FOUND' })
    expect(await open(customer, randomUUID(), 1_000)).toMatchObject({ code: 'NOT_FOUND' })
    expect(await open(customer, card, 1_000, { gateway: 'payjp' })).toMatchObject({ code: 'NOT_FOUND' })
    expect(await open(customer, await addCard(customer, [2026, 10]), 1_000)).toMatchObject({
      code: 'CARD_EXPIRED',
    })
    expect(await open(customer, await addCard(customer, [2026, 11]), 1_000)).toMatchObject({ code: null })
    await world.app.query('update payment_methods set removed_at = now() where id = $1', [card])
    expect(await open(customer, card, 1_000)).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a suspended customer charges no more', async () => {
    const { customer, card } = await member()
    await world.owner.query('update users set suspended_at = now() where id = $1', [customer.id])
    expect(await open(customer, card, 1_000)).toMatchObject({ code: 'AUTH_SUSPENDED' })
  })
})

describe('one human act, one charge', () => {
  test('the same key asks once, also twenty times at once, and answers the same charge', async () => {
    const { customer, card } = await member()
    const key = randomUUID()
    const opened = await Promise.all(Array.from({ length: 20 }, () => open(customer, card, 1_000, { key })))
    expect(opened.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(new Set(opened.map(({ charge }) => charge)).size).toBe(1)
    const { rows } = await world.app.query(
      'select count(*)::int as n from ledger.card_charges where customer_id = $1',
      [customer.id],
    )
    expect(rows[0].n).toBe(1)
  })

  test('a refusal stands for its key, and another request under it is refused', async () => {
    const { customer, card } = await member({ paid: 99_000 })
    const key = randomUUID()
    expect(await open(customer, card, 2_000, { key })).toMatchObject({ code: 'BALANCE_LIMIT' })
    await world.buy(customer, { balance: 50_000 })
    expect(await open(customer, card, 2_000, { key })).toMatchObject({
      code: 'BALANCE_LIMIT',
      n: 100_000,
      replayed: true,
    })
    expect(await open(customer, card, 2_500, { key })).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  })
})

describe('asking the gateway', () => {
  test('each waiting charge is handed to one asker, and again later while it waits', async () => {
    const { customer, card } = await member()
    const charges = [await open(customer, card, 500), await open(customer, card, 500)]
    await confirmCharge((await open(customer, card, 500)).charge!, 500)
    const take = async (ahead: number) =>
      (
        await world.app.query<{ id: string; customer_id: string }>(
          `select id, customer_id from ledger.take_card_charges(now() + make_interval(secs => $1), 100)`,
          [ahead],
        )
      ).rows.flatMap((row) => (row.customer_id === customer.id ? [row.id] : []))
    const taken = (await Promise.all([take(0), take(0), take(0)])).flat()
    expect(taken.toSorted()).toEqual(charges.map(({ charge }) => charge!).toSorted())
    expect(await take(5)).toEqual([])
    expect(await take(11)).toHaveLength(2)
  })
})

describe('nothing goes round the door', () => {
  const attempts: [string, (id: string) => string, RegExp][] = [
    ['a charge grows', (id) => `update ledger.card_charges set amount = 9999 where id = '${id}'`, /altered/],
    [
      'a charge is called completed without a movement',
      (id) => `update ledger.card_charges set state = 'completed', settled_at = now() where id = '${id}'`,
      /by its movement only/,
    ],
    ['a charge goes', (id) => `delete from ledger.card_charges where id = '${id}'`, /never allowed/],
    ['all charges go', () => `truncate ledger.card_charges`, /never allowed/],
  ]
  test.each(attempts)('%s', async (_name, statement, refusal) => {
    const { customer, card } = await member()
    const { charge } = await open(customer, card, 1_000)
    await expect(world.owner.query(statement(charge!))).rejects.toThrow(refusal)
    await expect(world.app.query(statement(charge!))).rejects.toThrow(/permission denied/)
  })

  test('a charge that ended stays as it ended', async () => {
    const { customer, card } = await member()
    const { charge } = await open(customer, card, 1_000)
    await confirmCharge(charge!, 1_000)
    await expect(
      world.owner.query(
        `update ledger.card_charges set state = 'failed', failure = 'CARD_DECLINED' where id = $1`,
        [charge],
      ),
    ).rejects.toThrow(/altered/)
  })

  test('no movement takes money of the gateway without a charge that it completes', async () => {
    const { customer } = await member()
    const id = randomUUID()
    const { store_id } = world.register
    const client = await world.owner.connect()
    try {
      await client.query('begin')
      await client.query(
        `insert into ledger.movements (id, number, kind, customer_id, store_id, business_date, received_paid,
           balance_paid_after, balance_bonus_after, point_regular_after, point_limited_after, opened_at, completed_at)
         values ($1::uuid, $1::text, 'charge', $2, $3, current_date, 700, 700, 0, 0, 0, now(), now())`,
        [id, customer.id, store_id],
      )
      await client.query(
        `insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
         values ($1, 1, 'charge', 'gateway_clearing', $2, 'balance_paid', $3, 700)`,
        [id, store_id, customer.id],
      )
      await client.query(
        `insert into ledger.outbox (topic, transaction_id, created_at, available_at) values ('transaction', $1, now(), now())`,
        [id],
      )
      await expect(client.query('commit')).rejects.toThrow(/completes no card charge/)
    } finally {
      await client.query('rollback')
      client.release()
    }
    expect(await paidOf(customer)).toBe(0)
  })
})
