// A new version arrives under a running one: its migrations and functions, while payments go on.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../../../apps/api/src/db/migrate.ts'
import { recordOf } from '../act.ts'
import { ledgerFunctions } from '../functions.ts'
import { createGatherer } from '../pay/pay.ts'
import { type PayOutcome, paySales, type SaleStatements } from '../pay/post-sales.ts'
import type { PayRequest } from '../pay/pay-request.ts'
import type { FactRow } from '../pay/read-facts.ts'
import { codesOf } from '../testing/outcomes.ts'
import { createWorld, posted, type World } from '../testing/world.ts'

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
      await world.owner.query(`alter table ledger.movements add column version_${version} text`)
      await world.owner.query(`begin;\n${functions}\n;commit`)
    }
  } finally {
    going = false
    await Promise.all(paying)
  }
  expect(codesOf(outcomes)).toEqual({ posted: outcomes.length })
  expect(outcomes.length).toBeGreaterThan(50)
})

test('an upgrade adds a column and fills it while payments go on, and none is lost or refused', async () => {
  const folder = new URL(`${pathToFileURL(mkdtempSync(join(tmpdir(), 'shirogane-upgrade-'))).href}/`)
  writeFileSync(
    new URL('0001-note-where-wallets-began.sql', folder),
    `-- A column that the version before knows nothing of: it is added for a moment, and filled beside the payments.
     set lock_timeout = '3s';
     alter table ledger.wallets add column began_on date;
     update ledger.wallets set began_on = '2026-01-01';`,
  )
  const customer = await world.customer({ paid: 1_000_000 })
  const processes = [createGatherer(world.openPool(2)), createGatherer(world.openPool(2))]
  const outcomes: PayOutcome[] = []
  let going = true
  const paying = processes.map(async (gatherer) => {
    while (going) {
      const batch = [
        gatherer.pay(world.request({ code: await world.code(customer), balance: 1 })),
        ...Array.from({ length: 4 }, () => gatherer.pay(world.request({ cash: 1 }))),
      ]
      outcomes.push(...(await Promise.all(batch)))
    }
  })
  const said: string[] = []
  try {
    while (outcomes.length < 10) await pause(20)
    await world.owner.query(`update schema_migrations set hash = 'x' where name = 'functions'`)
    await migrate(world.url, (line) => said.push(line), folder)
    const before = outcomes.length
    while (outcomes.length < before + 10) await pause(20)
  } finally {
    going = false
    await Promise.all(paying)
  }
  expect(said).toEqual([
    'Applying 0001-note-where-wallets-began.sql',
    'Loading the functions of the database',
  ])
  expect(codesOf(outcomes)).toEqual({ posted: outcomes.length })
  const { rows } = await world.owner.query(
    `select balance_paid, began_on from ledger.wallets where user_id = $1`,
    [customer.id],
  )
  expect(rows).toEqual([{ balance_paid: 1_000_000 - outcomes.length / 5, began_on: '2026-01-01' }])
})

test('waits for no payment that waits for it: functions are replaced, and no table is locked', async () => {
  const functions = (await ledgerFunctions()).map(({ sql }) => sql).join('\n')
  const customer = await world.customer({ paid: 20 })
  // The payer looks for a deadlock at once and finds none: the circle is closed after that, if at all.
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
    await loader.query(`begin;\n${functions}`)
    const { rows } = await loader.query(
      `select relation::regclass as relation, mode from pg_locks join pg_class c on c.oid = relation
       where pid = pg_backend_pid() and c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text in ('public', 'ledger')
         and mode not in ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock')`,
    )
    expect(rows).toEqual([])
    for (const { gatherer, code } of payers) payments.push(gatherer.pay(world.request({ code, balance: 10 })))
    await pause(200)
    // Everything that it takes it takes once more, with the payments under way.
    await loader.query(functions)
    await loader.query('commit')
  } finally {
    // All that it still holds goes with its connection.
    loader.release(true)
  }
  expect(codesOf(await Promise.all(payments))).toEqual({ posted: 2 })
})

test('goes on after the database was put back from a copy, which gives its types other identifiers', async () => {
  const gatherer = createGatherer(world.openPool(1))
  posted(await gatherer.pay(world.request({ cash: 1 })))
  const types = await readFile(new URL('../../schema/sales.sql', import.meta.url))
  const functions = (await ledgerFunctions()).map(({ sql }) => sql).join('\n')
  await world.owner.query(`begin; drop function ledger.read_sales, ledger.post_sales;
    drop type ledger.asked_sale, ledger.decided_sale, ledger.pay_line;
    ${types.toString()}; ${functions}; commit`)
  await world.owner.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  // The first may meet the connection that has just ended; no later one may.
  await gatherer.pay(world.request({ cash: 1 })).catch(() => {})
  posted(await gatherer.pay(world.request({ cash: 1 })))
})

test('a process of the version before goes on taking payments, and hears of each what it used to', async () => {
  const customer = await world.customer({ paid: 1_000 })
  const requests = [
    world.request({ code: await world.code(customer), balance: 300 }),
    world.request({ cash: 50 }),
    world.request({ code: await world.code(await world.customer({ paid: 10 })), balance: 11 }),
  ]
  const answered = await payInOldWords(...requests)
  const { rows: movements } = await world.app.query(
    `select id, number, customer_id, tender_balance_paid, balance_paid_after, tax, completed_at from ledger.transactions
     where id = any ($1) order by spent_total desc`,
    [requests.map(({ transaction_id }) => transaction_id)],
  )
  const { rows: users } = await world.app.query('select username, verified from users where id = $1', [
    customer.id,
  ])
  const of = (row: object, customer: object | null) => ({
    code: null,
    replayed: false,
    transaction: row,
    customer,
  })
  expect(answered).toMatchObject([
    of(movements[0], { id: customer.id, ...users[0], later_total: 0 }),
    of(movements[1], null),
    { code: 'INSUFFICIENT_BALANCE', n: 1, replayed: false },
  ])
  expect(movements).toMatchObject([{ balance_paid_after: 700 }, { balance_paid_after: null }])
  expect(await world.wallet(customer)).toMatchObject({ balance_paid: 700 })
  // Asked again, by this version or by the one before, it is the same payment.
  const again = await payInOldWords(...requests)
  expect(again).toEqual(answered.map((outcome) => ({ ...outcome, replayed: true })))
  expect(await world.gatherer.pay(requests[0]!)).toMatchObject({
    code: null,
    replayed: true,
    transaction: movements[0],
    customer: { id: customer.id, ...users[0] },
  })
})

/** The words of a process that is older than these functions, as it goes on to send them until it ends. */
function payInOldWords(...requests: readonly PayRequest[]) {
  const list = (type: string) => `array(select x from jsonb_populate_recordset(null::ledger.${type}, $1) x)`
  const read = `select row_to_json(f) as facts from ledger.read_sales(${list('asked_sale')}) f`
  const post = `select id, code, n, replayed, number, opened_at, completed_at, movement, customer
    from ledger.post_sales(${list('decided_sale')}, $2, $3, $4)`
  const rowsOf = async <T>(text: string, ...values: unknown[]) =>
    (await world.app.query(text, values)).rows as T[]
  const statements: SaleStatements = {
    read: async (asked) =>
      (await rowsOf<{ facts: FactRow }>(read, JSON.stringify(asked.map(recordOf)))).map(({ facts }) => facts),
    post: ({ rows, today, rare, after }) =>
      rowsOf(post, JSON.stringify(rows.map(recordOf)), today, rare, after && JSON.stringify(after)),
  }
  return paySales(statements, requests, { asksStock: false, busy: new Set() })
}
