import { limits } from '@shirogane/contract/rules/limits'
import { startServer, type RunningServer, type StartOptions } from '@shirogane/api/main'
import { caller, type Caller, type Output } from './calls/caller.ts'
import { type CastName, castLogins } from './cast.ts'
import { castPassword, database, type TestDatabase, testConfig } from './database.ts'

export type TestApi = {
  url: string
  db: TestDatabase
  server: RunningServer
  clock: TestClock
  /** A caller who is not signed in. */
  nobody: Caller
  /** One of the cast, signed in through the front door: once, and anew before what they signed in with ends. */
  as(name: CastName): Promise<Caller>
  /** A session of their own, for tests that end it. */
  signIn(name: CastName): Promise<Caller>
  close(): Promise<void>
}

export type TestClock = {
  now(): Date
  /** Moves the clock of sessions and limits; the database keeps its own time. */
  forward(ms: number): void
  /**
   * Stands still from now on, save for `forward`: what counts within a minute or a day counts all that a test does, at
   * any time of day and on a machine of any speed.
   */
  stop(): void
}

export type StartApiOptions = {
  /** Names of the environment that the test is about. */
  env?: Record<string, string>
  /** A database to serve, for tests that start the server twice. */
  db?: TestDatabase
  /** Where the server's log goes; nowhere without it. */
  log?: StartOptions['log']
}

/** A slow machine takes longer for all the tests of a file than an access token lives. */
const signedInMs = (limits.accessTokenTtlSeconds - 60) * 1000

/** The real server on a real database of its own. */
export async function startApi({ env = {}, db: given, log }: StartApiOptions = {}): Promise<TestApi> {
  const db = given ?? (await database())
  let shift = 0
  let stoppedAt: number | null = null
  const clock: TestClock = {
    now: () => new Date((stoppedAt ?? Date.now()) + shift),
    forward: (ms) => {
      shift += ms
    },
    stop: () => {
      stoppedAt ??= Date.now()
    },
  }
  const server = await startServer(testConfig(db.serviceUrl, env), { now: clock.now, ...(log && { log }) })
  const known = new Map<CastName, { caller: Promise<Caller>; until: number }>()

  async function signIn(name: CastName): Promise<Caller> {
    const answer = await caller({ url: server.url }).call('auth.login', {
      body: { credential: castLogins[name], password: castPassword },
      headers: { 'X-Client-Type': 'api' },
    })
    if (answer.status !== 200) throw new Error(`${name} cannot log in: ${JSON.stringify(answer.body)}`)
    const { user, token } = answer.body as Output<'auth.loginCode'>
    return caller({ url: server.url, user_id: user.id, ...token })
  }

  return {
    url: server.url,
    db,
    server,
    clock,
    nobody: caller({ url: server.url }),
    signIn,
    as(name) {
      const at = Date.now()
      const there = known.get(name)
      if (there && at < there.until) return there.caller
      const caller = signIn(name)
      known.set(name, { caller, until: at + signedInMs })
      return caller
    },
    async close() {
      await server.close()
      if (!given) await db.close()
    },
  }
}
