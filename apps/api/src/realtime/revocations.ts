import pg from 'pg'
import { endConnection, giveUp } from '../db/connections.ts'
import type { Db } from '../db/sql.ts'
import { listSessionsEndedSince, type Sessions } from '../features/auth/index.ts'
import type { Log } from '../log.ts'

const againAfterMs = 1_000
const connectMaxMs = 3_000
/** Clocks differ and commits overtake each other: reading back a little further costs nothing. */
const overlapMs = 5_000

type Options = { url: string; db: Db; sessions: Sessions; log: Log; now: () => Date }

/**
 * Hears of every session that ends, in any process. While the listening connection is down, a look at the table once a
 * second takes its place.
 */
export async function listenForRevocations({
  url,
  db,
  sessions,
  log,
  now,
}: Options): Promise<() => Promise<void>> {
  let client: pg.Client | null = null
  let isStopped = false
  let timer: NodeJS.Timeout | null = null
  let observedUntil = now()
  /** Whether there is an ear, and nothing from before it is left to be looked for. */
  let isCaughtUp = true

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'shirogane revocations',
      keepAlive: true,
      // Waited for no longer: while the database does not answer, the look at the table is what ends sessions here.
      connectionTimeoutMillis: connectMaxMs,
      query_timeout: connectMaxMs,
    })
    fresh.on('error', () => lost(fresh))
    fresh.on('end', () => lost(fresh))
    fresh.on('notification', ({ payload }) => {
      if (payload) sessions.forget(payload)
    })
    await fresh.connect()
    try {
      await fresh.query('listen session_revoked')
    } catch (error) {
      giveUp(fresh)
      throw error
    }
    client = fresh
  }
  function lost(which: pg.Client): void {
    if (client !== which || isStopped) return
    client = null
    if (isCaughtUp) observedUntil = now()
    isCaughtUp = false
    log.warn({ event: 'revocations_deaf' })
    again()
  }
  function again(): void {
    timer ??= setTimeout(() => {
      timer = null
      void retry()
    }, againAfterMs)
  }
  async function retry(): Promise<void> {
    if (isStopped) return
    try {
      if (!client) await connect()
    } catch {
      // The look below fails too while the database is away; it is taken again in a second.
    }
    try {
      const lookedAt = now()
      const since = new Date(observedUntil.getTime() - overlapMs)
      for (const id of await listSessionsEndedSince(db, since)) sessions.forget(id)
      observedUntil = lookedAt
      isCaughtUp = client !== null
    } catch {
      // Until a look goes well, the next one looks back as far as this one.
    }
    if (!isCaughtUp) again()
  }

  await connect()
  return async () => {
    isStopped = true
    if (timer) clearTimeout(timer)
    if (client) await endConnection(client)
  }
}
