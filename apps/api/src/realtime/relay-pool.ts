import pg from 'pg'
import type { Context } from '../context.ts'
import { endConnection } from '../db/connections.ts'
import { gathered } from '../db/gathered.ts'

const connectMaxMs = 3_000

type Message = readonly [channel: string, payload: string]
type RelayPool = {
  /** What the adapter takes for a pool. */
  pool: pg.Pool
  /** Once everything that was to be told has been; nothing is heard any more. */
  close(): Promise<void>
}

/**
 * The pool of the application as the adapter of the sockets uses it, which would send every event by any connection
 * that is free: two that follow each other would race. Events are sent in their order, and what comes together goes
 * together. Only an event that is too long for one notification takes a way of its own, and may come a little later.
 *
 * The adapter listens by a connection that it would never give back: it knows nothing of errors, which without a
 * listener would end the process, and forgets what it has when it is closed or loses it. So it gets one that is no
 * pool's.
 *
 * @param onListening called when it has one, the first or a new one: what was told before was not heard here
 */
export function relayPool(
  { pool, log, config }: Pick<Context, 'pool' | 'log' | 'config'>,
  onListening: () => void,
): RelayPool {
  let last: Promise<unknown> = Promise.resolve()
  let ear: pg.Client | null = null
  let isClosed = false

  const notify = gathered(async (messages: readonly Message[]) => {
    await pool.query(
      'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as told (channel, payload)',
      [messages.map(([channel]) => channel), messages.map(([, payload]) => payload)],
    )
    return new Map<Message, never>()
  })

  function query(text: string, values: unknown[] = []): Promise<unknown> {
    if (text !== 'SELECT pg_notify($1, $2)') return pool.query(text, values)
    const sent = notify(values as [string, string])
    last = sent.catch(() => undefined)
    return sent
  }

  async function connect(): Promise<pg.Client & { release(): void }> {
    // It asks again and again, also when it was closed in between.
    if (isClosed) return new Promise(() => {})
    const client = new pg.Client({
      connectionString: config.databaseUrl,
      application_name: 'shirogane sockets',
      keepAlive: true,
      connectionTimeoutMillis: connectMaxMs,
    })
    client.on('error', (error) => isClosed || log.warn({ err: error, event: 'socket_adapter' }))
    ear = client
    await client.connect()
    onListening()
    return Object.assign(client, { release: () => void client.end() })
  }

  return {
    pool: { query, connect } as unknown as pg.Pool,
    async close() {
      isClosed = true
      await last
      if (ear) await endConnection(ear)
    },
  }
}
