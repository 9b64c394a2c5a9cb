import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transactor } from '@shirogane/api/db/sql'
import { migrate } from '@shirogane/api/db/migrate'
import { admitService } from '@shirogane/api/db/service-role'
import { openLog } from '@shirogane/api/log'
import { type RunningServer, startServer } from '@shirogane/api/main'
import { seed as seedDemo } from '@shirogane/api/seed/seed'
import { startTemporaryPostgres } from '@shirogane/embedded-postgres'
import { caller, type Caller, type Output } from '@shirogane/testkit/calls/caller'
import { type CastName, castLogins } from '@shirogane/testkit/cast'
import { castPassword, type TestDatabase, testConfig } from '@shirogane/testkit/database'
import { keepWaysOpen } from '@shirogane/testkit/acts/kyc-ways'
import { endNights } from '@shirogane/testkit/acts/nights'
import type { TestApi } from '@shirogane/testkit/start-api'
import pg from 'pg'
import { beginAct, beginsAt, countAnew, fixDatabase, moveTo, quiet, virtualNow } from './fixed.ts'

/** A session answers for so long before its user signs in anew. */
const signedInMs = 4 * 60_000

/** Everything in one process: the server, its database, and the people, all by one clock. */
export type World = TestApi & {
  server: RunningServer
  /** What was told to a room since the last look. */
  received: { room: string; event: string; payload: unknown }[]
  /** Brings the clock of the database to that of the process, where a test helper has moved it. */
  alignClock(): Promise<void>
  beginAct(act: number, afterMs: number): Promise<void>
}

/** One connection plans as another, and nothing is tidied or counted at a moment of its own choosing. */
const settings = {
  autovacuum: 'off',
  max_parallel_workers_per_gather: '0',
  synchronize_seqscans: 'off',
  jit: 'off',
}

export async function startWorld(
  seed: string,
  log: (line: string) => void,
  isTalkative: boolean,
): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'shirogane-recording-'))
  const postgres = await startTemporaryPostgres({ durable: false, settings })
  await beginAct({ seed, act: 0, at: beginsAt })
  const url = await makeDatabase(postgres.url, log)
  const service = new URL(url)
  service.username = 'shirogane_recorded'
  service.password = 'tsuki-no-shizuku'
  await admitService(url, service.href)
  const config = testConfig(service.href, {
    DATA_DIR: dataDir,
    // Of a key of its own each time it would be another.
    VAPID_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url'),
    VAPID_SERVICES: 'http://127.0.0.1:9',
  })
  process.env['DEMO_PASSWORD'] = castPassword
  log('Seeding the demo by the clock of the recording')
  await seedDemo(url, config, () => undefined)
  const pool = new pg.Pool({ connectionString: url, max: 1, types: integers })
  const db = databaseOf(url, service.href, pool)
  await keepWaysOpen(pool)
  await endNights(pool)
  quiet()

  const received: World['received'] = []
  let movedTo = beginsAt
  const server = await startServer(config, {
    now: virtualNow,
    ...(isTalkative && { log: openLog('warn') }),
    manual: (room, event, payload) => received.push({ room, event, payload }),
  })
  const known = new Map<CastName, { at: number; caller: Promise<Caller> }>()

  async function signIn(name: CastName): Promise<Caller> {
    const answer = await caller({ url: server.url }).call('auth.login', {
      body: { credential: castLogins[name], password: castPassword },
      headers: { 'X-Client-Type': 'api' },
    })
    if (answer.status !== 200) throw new Error(`${name} cannot log in: ${JSON.stringify(answer.body)}`)
    const { user, token } = answer.body as Output<'auth.loginCode'>
    return caller({ url: server.url, user_id: user.id, ...token })
  }
  /** The session goes on with its next token; where it has ended, its user signs in anew. */
  async function renewed(name: CastName, before: Promise<Caller>): Promise<Caller> {
    const { refresh_token, user_id } = await before
    const answer = await caller({ url: server.url }).call('auth.refreshToken', {
      body: { refresh_token },
      headers: { 'X-Client-Type': 'api' },
    })
    if (answer.status !== 200) return signIn(name)
    const token = answer.body as Output<'auth.refreshToken'> & { access_token: string; refresh_token: string }
    return caller({ url: server.url, user_id, ...token })
  }
  const alignClock = async () => {
    if (virtualNow().getTime() !== movedTo) await moveTo(movedTo)
  }

  return {
    url: server.url,
    db: {
      ...db,
      query: async (text, values) => {
        await alignClock()
        return db.query(text, values)
      },
    },
    server,
    received,
    alignClock,
    clock: {
      now: virtualNow,
      forward(ms) {
        movedTo += ms
      },
      stop: () => undefined,
    },
    nobody: caller({ url: server.url }),
    signIn,
    as(name) {
      const held = known.get(name)
      if (held && movedTo - held.at < signedInMs) return held.caller
      const caller = held ? renewed(name, held.caller) : signIn(name)
      known.set(name, { at: movedTo, caller })
      caller.catch(() => known.delete(name))
      return caller
    },
    async beginAct(act, afterMs) {
      movedTo += afterMs
      await beginAct({ seed, act, at: movedTo })
      await pool.query(countAnew)
    },
    async close() {
      await server.close()
      await pool.end()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function makeDatabase(server: string, log: (line: string) => void): Promise<string> {
  const maintenance = new pg.Client({ connectionString: server })
  await maintenance.connect()
  await maintenance.query('create database recording')
  await maintenance.end()
  const url = new URL(server)
  url.pathname = '/recording'
  log('Making the tables')
  await migrate(url.href)
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await fixDatabase(client)
  await client.end()
  return url.href
}

function databaseOf(url: string, serviceUrl: string, pool: pg.Pool): TestDatabase {
  return {
    url,
    serviceUrl,
    query: async <T extends Record<string, unknown>>(text: string, values?: readonly unknown[]) =>
      (await pool.query<T>(text, values && [...values])).rows,
    transact: transactor(pool),
    outage: () => Promise.reject(new Error('The recording takes the database away from nobody')),
    close: () => pool.end(),
  }
}

/** Whole numbers as numbers, and days as they are written: a Date of them would be of this machine's zone. */
const integers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === pg.types.builtins.INT8
      ? Number
      : oid === pg.types.builtins.DATE
        ? String
        : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}
