// What becomes of payments on a database that takes everything and answers nothing.
import { randomUUID } from 'node:crypto'
import { type Postgres, startTemporaryPostgres } from '@shirogane/embedded-postgres'
import { audit } from '@shirogane/ledger'
import type { Ask, Caller } from '@shirogane/testkit/calls/caller'
import { database, type TestDatabase } from '@shirogane/testkit/database'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

let server: Postgres
let db: TestDatabase
let api: TestApi
let clerk: Caller
let register: string
const stopped = new Set<number>()

beforeAll(async () => {
  // A commit waits for its standby, and for no disk.
  server = await startTemporaryPostgres({ durable: false, settings: { synchronous_commit: 'on' } })
  db = await database({ on: server.url })
  const [row] = await db.query<{ id: string }>(
    `select r.id from registers r join stores s on s.id = r.store_id where s.code = 'KNZ1' order by r.number`,
  )
  register = row!.id
})
afterAll(async () => {
  await db.close()
  await server.stop()
})
beforeEach(async () => {
  api = await startApi({ db, env: { DATABASE_PATIENCE: '1', DATABASE_POOL: '4' } })
  clerk = await api.as('clerk')
})
afterEach(async () => {
  goOn()
  await loseStandby('')
  await api.close()
})

const cash = (amount: number): Ask => ({
  body: { amount, register_id: register, transaction_id: randomUUID(), tenders: { cash: amount } },
  headers: { 'Idempotency-Key': randomUUID() },
})
const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  status === 200 ? 'paid' : (body as { code: string }).code
const pay = async (ask: Ask) => codeOf(await clerk.call('transactions.pay', ask))
const readiness = async () => {
  const { status, body } = await api.nobody.send('GET', '/readyz')
  return { status, checks: (body as { checks: Record<string, string> }).checks }
}
const posted = async (asks: readonly Ask[]) =>
  (
    await db.query<{ n: number }>('select count(*)::int as n from ledger.transactions where id = any ($1)', [
      asks.map(({ body }) => (body as { transaction_id: string }).transaction_id),
    ])
  )[0]!.n

async function loseStandby(names: string): Promise<void> {
  await db.query(`alter system set synchronous_standby_names = '${names}'`)
  await db.query('select pg_reload_conf()')
}

/** The processes that serve the server, all or those of one name. */
async function backends(name = '%'): Promise<number[]> {
  const rows = await db.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name like $1 and pid <> pg_backend_pid()`,
    [name],
  )
  return rows.map(({ pid }) => pid)
}
function halt(pids: readonly number[]): void {
  for (const pid of pids) {
    stopped.add(pid)
    process.kill(pid, 'SIGSTOP')
  }
}
function goOn(): void {
  for (const pid of stopped) {
    try {
      process.kill(pid, 'SIGCONT')
    } catch {
      // It has ended since.
    }
  }
  stopped.clear()
}

async function expectBalancedBooks(): Promise<void> {
  const client = new pg.Client({ connectionString: db.url })
  await client.connect()
  expect((await audit(client)).findings).toEqual([])
  await client.end()
}

test('a commit that no standby confirms is unknown, and the same key gives the one answer once they are confirmed', async () => {
  expect(await pay(cash(1_000))).toBe('paid')
  const asked = Array.from({ length: 20 }, (_, i) => cash(1_100 + i))
  await loseStandby('nobody')
  // What the database has not been told yet waits for it no less.
  await expect.poll(async () => (await readiness()).status).toBe(503)
  await loseStandby('')
  await expect.poll(async () => (await readiness()).status).toBe(200)

  await loseStandby('nobody')
  const outcomes = await Promise.all(asked.map(pay))
  expect(outcomes).not.toContain('paid')
  expect(outcomes).toContain('PAYMENT_UNKNOWN')
  for (const outcome of outcomes) expect(['PAYMENT_UNKNOWN', 'OVERLOADED']).toContain(outcome)
  await expect
    .poll(readiness)
    .toEqual({ status: 503, checks: { database: 'takes a write and does not answer', disk: 'ok' } })
  await expect.poll(() => api.server.context.standstill.isStanding()).toBe(true)
  // Reading goes on, and a client that writes is answered at once and leaves nothing behind that hangs.
  expect(await clerk.call('transactions.registerState', { params: { id: randomUUID() } })).toMatchObject({
    status: 404,
  })
  const before = (await backends()).length
  for (const ask of asked) expect(await pay(ask)).toBe('OVERLOADED')
  expect((await backends()).length).toBeLessThanOrEqual(before + 1)

  await loseStandby('')
  for (const ask of asked) await expect.poll(() => pay(ask)).toBe('paid')
  expect(await posted(asked)).toBe(asked.length)
  await expect.poll(readiness).toMatchObject({ status: 200, checks: { database: 'ok' } })
  await expectBalancedBooks()
})

test('one connection that stands still costs the payments on it, and the next ones take another', async () => {
  expect(await pay(cash(1_000))).toBe('paid')
  halt(await backends('shirogane payments'))
  const asked = Array.from({ length: 10 }, (_, i) => cash(1_200 + i))
  const outcomes = await Promise.all(asked.map(pay))
  expect(outcomes).toContain('PAYMENT_UNKNOWN')
  expect(outcomes).not.toContain('paid')
  const others = Array.from({ length: 10 }, (_, i) => cash(1_300 + i))
  for (const ask of others) await expect.poll(() => pay(ask)).toBe('paid')
  // A late answer is not delivered: what was sent first is done now, and a client that asks again gets it.
  goOn()
  for (const ask of asked) await expect.poll(() => pay(ask)).toBe('paid')
  expect(await posted([...asked, ...others])).toBe(asked.length + others.length)
  await expectBalancedBooks()
})

test('while the whole database stands still everybody gets a sentence, and it goes on where it was', async () => {
  expect(await pay(cash(1_000))).toBe('paid')
  const asked = Array.from({ length: 10 }, (_, i) => cash(1_400 + i))
  const everybody = [server.pid, ...(await backends())]
  halt(everybody)
  const reading = Promise.all(
    Array.from({ length: 10 }, () =>
      clerk.call('transactions.registerState', { params: { id: randomUUID() } }).then(codeOf),
    ),
  )
  const outcomes = await Promise.all(asked.map(pay))
  expect(outcomes).not.toContain('paid')
  for (const outcome of outcomes) expect(['PAYMENT_UNKNOWN', 'OVERLOADED']).toContain(outcome)
  expect(new Set(await reading)).toEqual(new Set(['OVERLOADED']))
  expect((await readiness()).status).toBe(503)
  goOn()
  for (const ask of asked) await expect.poll(() => pay(ask)).toBe('paid')
  expect(await posted(asked)).toBe(asked.length)
  await expectBalancedBooks()
})

test('a process leaves a database that stands still', async () => {
  const paying = pay(cash(1_500))
  await paying
  halt([server.pid, ...(await backends())])
  const late = pay(cash(1_600)).catch(() => 'the door was shut')
  await api.server.close()
  expect(await late).not.toBe('paid')
})
