// A new version arrives under a running one: its migrations and functions, while payments go on.
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('goes on after the database was put back from a copy, which gives its types other identifiers', async () => {
  const gatherer = createGatherer(world.openPool(1))
  posted(await gatherer.pay(world.request({ cash: 1 })))
  const types = await readFile(
    new URL('../../../apps/api/migrations/0330-payments-asked.sql', import.meta.url),
  )
  const functions = (await ledgerFunctions()).map(({ sql }) => sql).join('\n')
  await world.owner
    .query(`begin; drop function ledger.pay_batch(jsonb, boolean); drop function ledger.pay_all(ledger.pay_asked[], boolean);
    drop type ledger.pay_work, ledger.pay_asked, ledger.pay_line;
    ${types.toString()}; ${functions}; commit`)
  await world.owner.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  // The first may meet the connection that has just ended; nobody after it may.
  await gatherer.pay(world.request({ cash: 1 })).catch(() => {})
  posted(await gatherer.pay(world.request({ cash: 1 })))
})

test('a process of the version before goes on taking payments, and hears of each what it used to', async () => {
  /** Its own words, as it goes on to send them under these functions until it ends. */
  const batch = `select ord, code, n, replayed, username, verified, later_total, id, number, customer_id, tender_balance_paid,
    balance_paid_after, tax, completed_at from ledger.pay_batch($1, $2)`
  const recordsOf = (...requests: readonly PayRequest[]) =>
    JSON.stringify(requests.map((request, index) => ({ ...recordOf(request), ord: index + 1 })))
  const customer = await world.customer({ paid: 1_000 })
  const requests = [
    world.request({ code: await world.code(customer), balance: 300 }),
    world.request({ cash: 50 }),
    world.request({ code: await world.code(await world.customer({ paid: 10 })), balance: 11 }),
  ]
  const { rows } = await world.app.query(batch, [recordsOf(...requests), false])
  const { rows: heads } = await world.app.query(
    `select id, number, customer_id, tender_balance_paid, balance_paid_after, tax, completed_at from ledger.transactions
     where id = any ($1) order by spent_total desc`,
    [requests.map(({ transaction_id }) => transaction_id)],
  )
  const { rows: users } = await world.app.query('select username, verified from users where id = $1', [
    customer.id,
  ])
  const nobody = { username: null, verified: null, later_total: null }
  expect(rows).toEqual([
    { ord: 1, code: null, n: null, replayed: false, ...users[0], later_total: 0, ...heads[0] },
    { ord: 2, code: null, n: null, replayed: false, ...nobody, ...heads[1] },
    expect.objectContaining({ ord: 3, code: 'INSUFFICIENT_BALANCE', n: 1, ...nobody, id: null }),
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
    customer: { id: customer.id, ...users[0] },
  })
})
