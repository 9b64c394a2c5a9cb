// A new version arrives under a running one: its migrations and functions, while payments go on.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordOf } from './act.ts'
import { ledgerFunctions } from './functions.ts'
import { createGatherer, type PayOutcome, type PayRequest } from './pay.ts'
import { codesOf } from './testing/outcomes.ts'
import { createWorld, posted, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('reloads the functions and widens a table while payments go on, and none is lost or refused', async () => {
  const functions = (await ledgerFunctions()).map(({ sql }) => sql).join('\n')
  const processes = [createGatherer(world.openPool(2)), createGatherer(world.openPool(2))]
  const outcomes: PayOutcome[] = []
  let going = true
  const paying = processes.map(async (gatherer) => {
    while (going) {
      const batch = Array.from({ length: 6 }, () => gatherer.pay(world.request({ cash: 1 })))
      outcomes.push(...(await Promise.all(batch)))
    }
  })
  try {
    for (let version = 1; version <= 5; version += 1) {
      // However slow the machine is, payments went on between any two versions.
      const before = outcomes.length
      while (outcomes.length < before + 12) await pause(20)
      // Each in a commit of its own, as the migrations do it.
      await world.owner.query(`alter table ledger.transactions add column version_${version} text`)
      await world.owner.query(`begin;\n${functions}\n;commit`)
    }
  } finally {
    going = false
    await Promise.all(paying)
  }
  expect(codesOf(outcomes)).toEqual({ posted: outcomes.length })
  expect(outcomes.length).toBeGreaterThan(50)
})

test('counts the cash anew that was paid under the one before it, which counted none', async () => {
  const functions = (await ledgerFunctions()).map(({ sql }) => sql).join('\n')
  const customer = await world.customer({})
  posted(await world.buy(customer, { cash: 1_500_000 }))
  await world.owner.query(
    `set session_replication_role = replica;
     update ledger.wallets set cash_on = '-infinity', cash_in = 0 where user_id = '${customer.id}';
     set session_replication_role = origin;
     drop trigger wallets_cash_is_known on ledger.wallets;
     drop trigger wallets_move_by_transfers on ledger.wallets`,
  )
  await world.owner.query(`begin;\n${functions}\n;commit`)
  expect(await world.wallet(customer)).toMatchObject({ cash_in: 1_500_000 })
  expect((await world.buy(customer, { cash: 500_001 })).code).toBe('CASH_KYC_REQUIRED')
})

test('waits for no payment that waits for it', async () => {
  const [quiet, ...others] = (await ledgerFunctions()).map(({ sql }) => sql)
  const customer = await world.customer({ paid: 20 })
  // Whoever pays looks for a circle of waiting at once and finds none: it is closed after that, if at all.
  const database = (await world.owner.query('select current_database() as name')).rows[0].name
  await world.owner.query(`alter database ${database} set deadlock_timeout = '10ms'`)
  // One payer has paid before and knows its way, the other finds it for the first time.
  const [known, fresh] = [createGatherer(world.openPool(1)), createGatherer(world.openPool(1))]
  const payers = [
    { gatherer: known, code: await world.code(customer) },
    { gatherer: fresh, code: await world.code(customer) },
  ]
  for (let times = 0; times < 6; times += 1) posted(await known.pay(world.request({ cash: 1 })))
  const loader = await world.owner.connect()
  const payments: Promise<PayOutcome>[] = []
  try {
    await loader.query('begin')
    await loader.query(quiet!)
    for (const { gatherer, code } of payers) payments.push(gatherer.pay(world.request({ code, balance: 10 })))
    await expect
      .poll(async () => {
        const { rows } = await world.owner.query(
          `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows[0].n
      })
      .toBe(2)
    await pause(100)
    await loader.query(others.join('\n'))
    await loader.query('commit')
  } finally {
    // Whatever it still holds goes with its connection.
    loader.release(true)
  }
  expect(codesOf(await Promise.all(payments))).toEqual({ posted: 2 })
})

describe('a process of the version before', () => {
  /** Its own words, as it goes on to send them under these functions until it ends. */
  const batch = `select o.ord, o.code, o.n, o.replayed, o.customer, (o.t).id, (o.t).number, (o.t).tender_balance_paid,
    (o.t).balance_paid_after, (o.t).tax, (o.t).completed_at from ledger.pay($1, $2) o`
  const alone = 'select o.code, o.n, o.replayed, o.customer, (o.t).* from ledger.pay($1) o'
  const recordsOf = (...requests: readonly PayRequest[]) =>
    JSON.stringify(requests.map((request, index) => ({ ...recordOf(request), ord: index + 1 })))

  test('goes on taking payments, and hears of each what it used to', async () => {
    const customer = await world.customer({ paid: 1_000 })
    const requests = [
      world.request({ code: await world.code(customer), balance: 300 }),
      world.request({ cash: 50 }),
      world.request({ code: await world.code(await world.customer({ paid: 10 })), balance: 11 }),
    ]
    const { rows } = await world.app.query(batch, [recordsOf(...requests), false])
    const { rows: heads } = await world.app.query(
      `select id, number, tender_balance_paid, balance_paid_after, tax, completed_at from ledger.transactions
       where id = any ($1) order by spent_total desc`,
      [requests.map(({ transaction_id }) => transaction_id)],
    )
    const { rows: users } = await world.app.query(
      `select id, username, last_name, first_name, avatar, verified, kyc_status, 0 as later_total from users where id = $1`,
      [customer.id],
    )
    expect(rows).toEqual([
      { ord: 1, code: null, n: null, replayed: false, customer: users[0], ...heads[0] },
      { ord: 2, code: null, n: null, replayed: false, customer: null, ...heads[1] },
      expect.objectContaining({ ord: 3, code: 'INSUFFICIENT_BALANCE', n: 1, customer: null, id: null }),
    ])
    expect(heads).toMatchObject([{ balance_paid_after: 700 }, { balance_paid_after: null }])
    expect(await world.wallet(customer)).toMatchObject({ balance_paid: 700 })
    // Asked again, by this version or by the one before, it is the same payment.
    const again = await world.app.query(batch, [recordsOf(...requests), false])
    expect(again.rows).toEqual(rows.map((row) => ({ ...row, replayed: true })))
    expect(await world.gatherer.pay(requests[0]!)).toMatchObject({
      code: null,
      replayed: true,
      transaction: heads[0],
      customer: users[0],
    })
  })

  test('goes on posting a payment that is a part of something larger', async () => {
    const request = world.request({ cash: 70 })
    const { rows } = await world.app.query(alone, [recordsOf(request)])
    const { rows: heads } = await world.app.query('select * from ledger.transactions where id = $1', [
      request.transaction_id,
    ])
    expect(rows).toEqual([{ code: null, n: null, replayed: false, customer: null, ...heads[0] }])
  })
})
