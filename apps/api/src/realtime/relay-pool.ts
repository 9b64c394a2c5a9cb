import type pg from 'pg'
import type { Context } from '../context.ts'

/**
 * What the adapter of the sockets takes for a pool. It borrows a connection to listen on, and of its end it hears nothing
 * but that it ended: the error would end the process, as it does where nobody listens, and unless it is given back its
 * place in the pool is lost for good.
 */
export function relayPool({ pool, log }: Pick<Context, 'pool' | 'log'>): pg.Pool {
  const relay = {
    query: (text: string, values?: unknown[]) => pool.query(text, values),
    async connect() {
      const client = await pool.connect()
      client.on('error', (error) => log.warn({ err: error, event: 'socket_adapter' }))
      client.once('end', () => client.release(true))
      return client
    },
  }
  return relay as unknown as pg.Pool
}
