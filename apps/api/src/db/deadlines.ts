import type pg from 'pg'
import { giveUp } from './connections.ts'
import { type Standstill, StandsStill } from './standstill.ts'

/** A process that comes this late to its own deadline stood still itself: what has arrived meanwhile is read first. */
const lateMs = 500
const readingMs = 250

/** How long a statement is waited for. */
export type Patience = {
  /** After so long it is asked whether the database answers anything at all, and where not the connection is given up. */
  ms: number
  /** After so long it is given up in any case. */
  mostMs: number
}

/** A statement may bring its own patience along, in the place where it says what it asks. */
export type Asking = { patienceMs?: number | undefined }

export type Watch = {
  patience: Patience
  standstill: Pick<Standstill, 'isAlive' | 'mayConnect' | 'note'>
  /** All of this process, for the caller that has to let go of them at once. */
  connections: Set<pg.ClientBase>
}

/**
 * Every statement on the connections of this pool has an end from here on, a commit included, of which PostgreSQL's own limits
 * know nothing.
 */
export function watchPool(pool: pg.Pool, watch: Watch): void {
  const { standstill, connections } = watch
  pool.on('connect', (client) => {
    connections.add(client)
    watchConnection(client, watch)
  })
  pool.on('remove', (client) => connections.delete(client))
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
  pool.connect = ((...args: unknown[]) => {
    if (pool.idleCount > 0 || standstill.mayConnect()) return connect(...args)
    const [callback] = args
    if (typeof callback !== 'function') return Promise.reject(new StandsStill())
    return callback(new StandsStill())
  }) as typeof pool.connect
}

function watchConnection(client: pg.ClientBase, watch: Watch): void {
  const { constructor } = client as unknown as {
    constructor: { prototype: { query(...args: unknown[]): unknown } }
  }
  const send = (...args: unknown[]): unknown => constructor.prototype.query.apply(client, args)
  client.query = ((...args: unknown[]) => {
    const { patienceMs } = (args[0] ?? {}) as Asking
    const patience = patienceMs === undefined ? watch.patience : { ms: patienceMs, mostMs: patienceMs }
    const stop = startClock(client, patience, watch)
    const last = args.at(-1)
    if (typeof last === 'function') {
      args[args.length - 1] = (...answer: unknown[]) => {
        stop()
        last(...answer)
      }
      return send(...args)
    }
    const answer = send(...args) as Promise<unknown>
    answer.then(stop, stop)
    return answer
  }) as typeof client.query
}

function startClock(client: pg.ClientBase, { ms, mostMs }: Patience, { standstill }: Watch): () => void {
  let isOver = false
  let timer: NodeJS.Timeout
  function wait(forMs: number, then: () => void): void {
    const dueAt = performance.now() + forMs
    timer = setTimeout(() => (performance.now() - dueAt > lateMs ? wait(readingMs, then) : then()), forMs)
  }
  function end(): void {
    if (isOver) return
    standstill.note()
    giveUp(client)
  }
  async function ask(): Promise<void> {
    if (await standstill.isAlive()) {
      if (!isOver) wait(mostMs - ms, end)
    } else end()
  }
  wait(ms, () => (mostMs > ms ? void ask() : end()))
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
