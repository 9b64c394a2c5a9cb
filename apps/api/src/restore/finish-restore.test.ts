// A database that went back to a moment is not opened before payouts are frozen and people who left since then have
// left again.
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveGift } from '@shirogane/ledger'
import { within } from '@shirogane/ledger/within'
import { give } from '@shirogane/testkit/acts/funds'
import { newcomer, type Newcomer } from '@shirogane/testkit/acts/newcomer'
import { patienceMs } from '@shirogane/testkit/patience'
import { sell } from '@shirogane/testkit/acts/sale'
import { database, type TestDatabase, testConfig } from '@shirogane/testkit/database'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Config } from '../config.ts'
import { dbOf } from '../db/sql.ts'
import { eraseClosed, forgetUnverified, noteLeavings } from '../features/auth/index.ts'
import { chainBooks } from '../features/books/index.ts'
import { startServer } from '../main.ts'
import { finishRestore } from './finish-restore.ts'

const message = { code: 'gift', text: '贈り物' } as const
const dataDir = mkdtempSync(join(tmpdir(), 'shirogane-test-'))
let db: TestDatabase
/** The same database as it was before the members left. */
let restored: { url: string; config: Config; db: pg.Client }
let people: Record<'closed' | 'erased' | 'unverified' | 'holder' | 'stays', Newcomer>

beforeAll(async () => {
  db = await database()
  const before = await startApi({ db, env: { DATA_DIR: dataDir } })
  people = {
    closed: await newcomer(before),
    erased: await newcomer(before),
    unverified: await newcomer(before),
    holder: await newcomer(before),
    stays: await newcomer(before),
  }
  for (const who of [people.closed, people.erased, people.holder, people.stays])
    await db.query(
      `with person as (
         update users set verified = true, last_name = '消田', phone_number = $2 where id = $1 returning id
       ) select ledger.open_wallet(id) from person`,
      [who.user_id, who.phone],
    )
  await give(db, { user_id: people.holder.user_id, points: 30, yen: 120, message })
  await chainAll(before.server.context)
  await before.close()
  restored = await copy(db)

  const after = await startApi({ db, env: { DATA_DIR: dataDir } })
  await goOn(after)
  await after.close()
})
afterAll(async () => {
  await restored.db.end()
  await drop(restored.url)
  await db.close()
})

/** The round of every ten seconds, until nothing is left: others on this server hold it up while they are at work. */
async function chainAll(ctx: Parameters<typeof chainBooks>[0]): Promise<void> {
  const isLeft = async () => {
    await chainBooks(ctx)
    return ctx.db.first(
      'select 1 as found from ledger.transactions where xid >= (select coalesce(max(until_xid), $1::xid8) from ledger.chain_blocks)',
      ['0'],
    )
  }
  await vi.waitUntil(async () => (await isLeft()) === null, { timeout: patienceMs, interval: 20 })
}

/** What happens after the moment: people leave, and something is sold and chained. */
async function goOn(api: TestApi): Promise<void> {
  const { closed, erased, unverified, holder } = people
  for (const [who, days] of [
    [closed, 1],
    [erased, 91],
    [holder, 1],
  ] as const)
    await db.query(
      `update users set closed_at = now() - make_interval(days => $2), suspended_at = now() where id = $1`,
      [who.user_id, days],
    )
  await noteLeavings(api.server.context)
  expect(await eraseClosed(api.server.context)).toBe(1)
  await db.query(`update users set created_at = created_at - interval '8 days' where id = $1`, [
    unverified.user_id,
  ])
  expect(await forgetUnverified(api.server.context)).toBe(1)
  await sell(await api.as('clerk'), null, { amount: 1_100, tenders: { cash: 1_100 } })
  await chainAll(api.server.context)
}

/** Ten points to the member who stays, in the books of before. */
function giveTen(): Promise<boolean> {
  const { user_id } = people.stays
  return within(restored.db, (tx) =>
    giveGift(tx, { transaction_id: randomUUID(), user_id, points: 10, message }),
  )
}

async function copy(source: TestDatabase): Promise<typeof restored> {
  const name = (url: string) => new URL(url).pathname.slice(1)
  const url = new URL(source.url)
  url.pathname = `/${name(source.url)}_restored`
  const open = await source.outage()
  await maintenance(url.href, `create database ${name(url.href)} template ${name(source.url)}`)
  await open()
  const serviceUrl = new URL(source.serviceUrl)
  serviceUrl.pathname = url.pathname
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  return { url: url.href, config: testConfig(serviceUrl.href, { DATA_DIR: dataDir }), db: client }
}
const drop = (url: string) => maintenance(url, `drop database ${new URL(url).pathname.slice(1)} with (force)`)
async function maintenance(url: string, statement: string): Promise<void> {
  const place = new URL(url)
  place.pathname = '/postgres'
  const client = new pg.Client({ connectionString: place.href })
  await client.connect()
  await client.query(statement)
  await client.end()
}

const accountOf = async (who: Newcomer) => {
  const { rows } = await restored.db.query(
    `select closed_at is not null as closed, erased_at is not null as erased, last_name, phone_number,
       (select count(*)::int from sessions s where s.user_id = u.id and s.revoked_at is null) as sessions
     from users u where id = $1`,
    [who.user_id],
  )
  return rows[0]
}
const standing = async () =>
  (await restored.db.query('select 1 from payout_freezes where lifted_at is null')).rowCount

test('a server does not start on books that were taken back, and says what has to be run', async () => {
  await expect(startServer(restored.config)).rejects.toThrow('npm run db:restored')
  expect(await accountOf(people.closed)).toMatchObject({ closed: false, last_name: '消田', sessions: 1 })
})

test('what a restore asks for stops payouts, and lets leave again whoever had left', async () => {
  expect(await standing()).toBe(0)
  const finished = await finishRestore(restored.url, restored.config)
  expect(finished).toEqual({ findings: 1, closed: 4, erased: 2, unsettled: [people.holder.user_id] })
  expect(await standing()).toBe(1)
  const { rows } = await restored.db.query('select rule from book_findings')
  expect(rows).toEqual([{ rule: 'restored' }])

  const gone = { closed: true, phone_number: null, sessions: 0 }
  expect(await accountOf(people.closed)).toEqual({ ...gone, erased: false, last_name: '消田' })
  expect(await accountOf(people.holder)).toEqual({ ...gone, erased: false, last_name: '消田' })
  expect(await accountOf(people.erased)).toEqual({ ...gone, erased: true, last_name: null })
  expect(await accountOf(people.unverified)).toEqual({ ...gone, erased: true, last_name: null })
  expect(await accountOf(people.stays)).toMatchObject({ closed: false, sessions: 1 })
})

test('left again at their own date, nobody is kept for longer than they would have been', async () => {
  const { rows } = await restored.db.query<{ days: number }>(
    `select round(extract(epoch from now() - closed_at) / 86400)::int as days from users where id = $1`,
    [people.erased.user_id],
  )
  expect(rows[0]?.days).toBe(91)
})

test('balance that came back with a wallet stays there, points end, and the books balance', async () => {
  const { rows } = await restored.db.query(
    `select balance_bonus::int as balance, (point_regular + point_limited)::int as points from ledger.wallets
     where user_id = $1`,
    [people.holder.user_id],
  )
  expect(rows).toEqual([{ balance: 120, points: 0 }])
  expect((await restored.db.query('select * from ledger.audit()')).rows).toEqual([])
})

test('twice is once', async () => {
  expect(await finishRestore(restored.url, restored.config)).toEqual({
    findings: null,
    closed: 0,
    erased: 0,
    unsettled: [],
  })
  expect(await standing()).toBe(1)
})

test('a snapshot that begins no timeline of its own stops payouts anew, once', async () => {
  const note = async () =>
    (await restored.db.query('select ledger.note_restore(gen_random_uuid(), $1) as findings', ['lost']))
      .rows[0].findings
  await restored.db.query(
    `update payout_freezes set lifted_at = now(), lift_note = 'checked',
       lifted_by = (select user_id from employees where number = 'E0001') where lifted_at is null`,
  )
  expect(await note()).toBeGreaterThan(0)
  expect(await standing()).toBe(1)
  expect(await note()).toBeNull()
})

test('afterwards the server starts; the books that were left behind are what is refused from then on', async () => {
  const server = await startServer(restored.config)
  await giveTen()
  await chainAll(server.context)
  await server.close()
  await expect(startServer(testConfig(db.serviceUrl, { DATA_DIR: dataDir }))).rejects.toThrow('db:restored')
})

test('books that are taken back under a running server leave the note of their blocks as it is', async () => {
  const [log, notes] = [[] as unknown[], new Map<string, Buffer>()]
  const ctx = {
    db: dbOf(restored.db),
    notes: {
      get: (name: string) => Promise.resolve(notes.get(name) ?? null),
      put: async (name: string, bytes: Buffer) => void notes.set(name, bytes),
      remove: async () => undefined,
      list: async () => [],
    },
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: (line: unknown) => void log.push(line) },
  }
  await giveTen()
  await chainAll(ctx)
  const [[name, known] = ['', Buffer.from('')]] = notes
  const ahead = Buffer.from(JSON.stringify({ ...JSON.parse(known.toString()), block: 1_000_000 }))
  notes.set(name, ahead)
  await giveTen()
  await chainAll(ctx)
  expect(notes.get(name)).toBe(ahead)
  expect(log).toContainEqual({ event: 'books_taken_back', count: 1_000_000 })
})
