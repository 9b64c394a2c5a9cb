import type pg from 'pg'
import type { Context } from '../context.ts'
import { gathered } from '../db/gathered.ts'

type Message = readonly [channel: string, payload: string]
type RelayPool = {
  /** What the adapter takes for a pool. */
  pool: pg.Pool
  /** Once everything that was to be told has been. */
  told(): Promise<unknown>
}

/**
 * The pool of the application as the adapter of the sockets uses it, which would send every event by whichever connection
 * is free: two that follow each other would race. What is told goes in its order, and what comes together goes together.
 * Only an event that is too long for one notification takes a way of its own, and may come a little later.
 *
 * The adapter borrows a connection to listen on, and of its end it hears nothing but that it ended: the error would end the
 * process, as it does where nobody listens, and unless it is given back its place in the pool is lost for good.
 */
export function relayPool({ pool, log }: Pick<Context, 'pool' | 'log'>): RelayPool {
  let last: Promise<unknown> = Promise.resolve()
  const notify = gathered(async (messages: readonly Message[]) => {
    await pool.query(
      'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as told (channel, payload)',
      [messages.map(([channel]) => channel), messages.map(([, payload]) => payload)],
    )
    return new Map<Message, never>()
  })
  const relay = {
    query(text: string, values: unknown[] = []): Promise<unknown> {
      if (text !== 'SELECT pg_notify($1, $2)') return pool.query(text, values)
      const sent = notify(values as [string, string])
      last = sent.catch(() => undefined)
      return sent
    },
    async connect() {
      const client = await pool.connect()
      client.on('error', (error) => log.warn({ err: error, event: 'socket_adapter' }))
      client.once('end', () => client.release(true))
      return client
    },
  }
  return { pool: relay as unknown as pg.Pool, told: () => last }
}
