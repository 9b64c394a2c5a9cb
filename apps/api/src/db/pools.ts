import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { giveUp } from './connections.ts'
import { openPool, type PoolOptions } from './sql.ts'
import { type Standstill, watchStandstill } from './standstill.ts'

/** PostgreSQL ends a statement itself after 15 seconds, so that one without an answer by now gets none. */
const mostMs = 16_000
/** A payment that waits for a lock hears so before its connection is given up. */
const afterLocksMs = 1_000
const lookMs = 2_000

export type Pools = {
  /** For everything. */
  pool: pg.Pool
  /** For batches of payments. */
  payments: pg.Pool
  /** For what is noted while the world is told. */
  relay: pg.Pool
  standstill: Standstill
  /** Ends every connection at once, with all that is under way. */
  letGo(): void
  end(): Promise<void>
}

/**
 * All connections of a process. None waits for ever: a payment is given up when `DATABASE_PATIENCE` is over, since its outcome
 * is looked for under its key. Anything else may be slow as long as the database answers at all.
 */
export function openPools(config: Config, log: Log): Pools {
  const { databaseUrl: url, databasePool: max, databasePatienceMs: patienceMs } = config
  const connections = new Set<pg.ClientBase>()
  const onError = (error: Error) => log.warn({ err: error, event: 'database_connection' })
  const limits = { connectMs: Math.min(5_000, patienceMs) }

  const looks = openPool({ url, max: 1, name: 'shirogane look', onError, limits })
  looks.on('connect', (client) => connections.add(client))
  looks.on('remove', (client) => connections.delete(client))
  const standstill = watchStandstill({
    pool: looks,
    lookMs: Math.min(lookMs, patienceMs / 2),
    patienceMs,
    hangingMax: max,
    log,
  })

  const open = (options: Pick<PoolOptions, 'name' | 'max' | 'pipeline' | 'unwaited'>): pg.Pool =>
    openPool({
      ...options,
      url,
      onError,
      limits,
      watch: {
        standstill,
        connections,
        patience: { ms: patienceMs / 2, mostMs: Math.max(mostMs, patienceMs) },
      },
    })
  const paidWithinMs = patienceMs + afterLocksMs
  const pool = open({ name: 'shirogane', max })
  const relay = open({ name: 'shirogane relay', max: 1, unwaited: true })
  const payments = openPool({
    url,
    onError,
    name: 'shirogane payments',
    max: 1,
    pipeline: true,
    limits: {
      ...limits,
      lockMs: Math.min(5_000, patienceMs),
      statementMs: Math.min(15_000, patienceMs + afterLocksMs / 2),
    },
    watch: { standstill, connections, patience: { ms: paidWithinMs, mostMs: paidWithinMs } },
  })
  const all = [pool, payments, relay, looks]
  return {
    pool,
    payments,
    relay,
    standstill,
    letGo() {
      standstill.stop()
      for (const connection of connections) giveUp(connection)
    },
    async end() {
      standstill.stop()
      await Promise.all(all.map((each) => each.end()))
    },
  }
}
