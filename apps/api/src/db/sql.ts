import pg from 'pg'
import { type Asking, type Watch, watchPool } from './deadlines.ts'
import { StandsStill } from './standstill.ts'

export type Row = Record<string, unknown>

/** What a read needs: one statement at a time, with its values apart from its text. */
export type Db = {
  /** All rows. A name makes it a prepared statement, planned once for each connection. */
  rows<T extends Row>(text: string, values?: readonly unknown[], name?: string): Promise<T[]>
  /** The first row, or null. */
  first<T extends Row>(text: string, values?: readonly unknown[], name?: string): Promise<T | null>
  /** How many rows a change touched. */
  run(text: string, values?: readonly unknown[], name?: string): Promise<number>
}

declare const inTransaction: unique symbol
/** The same within an open transaction: a function that asks for it cannot be called outside one. */
export type Tx = Db & { readonly [inTransaction]: true }

/**
 * Money columns are bigint. pg hands those over as text; here they become safe integers, and a value too large for
 * one stops the request instead of being rounded.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text') => {
    if (oid === pg.types.builtins.INT8) return safeInteger
    // A calendar date is no instant: as a Date it would shift with the machine's time zone.
    if (oid === pg.types.builtins.DATE) return (text: string) => text
    return pg.types.getTypeParser(oid, format)
  }) as pg.CustomTypesConfig['getTypeParser'],
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`A whole number of the database is too large: ${text}`)
  return value
}

export type PoolOptions = {
  url: string
  max: number
  name: string
  onError: (error: Error) => void
  /** Whether a connection takes the next statement before it has answered the last one. */
  pipeline?: boolean
  /** Whether a commit is answered before the disk has it: only for what is done again where a pulled plug takes it away. */
  unwaited?: boolean
  /** How long a connection attempt, a wait for a lock and one statement may take. */
  limits?: Partial<typeof usual>
  /** Ends what the database does not answer; without it a statement is waited for as long as it takes. */
  watch?: Watch
}

const usual = { connectMs: 5_000, lockMs: 5_000, statementMs: 15_000 }

export function openPool(options: PoolOptions): pg.Pool {
  const { url, max, name, onError, pipeline = false, unwaited = false, limits, watch } = options
  const { connectMs, lockMs, statementMs } = { ...usual, ...limits }
  const settings = `-c role=shirogane_app -c timezone=UTC -c statement_timeout=${statementMs} -c lock_timeout=${lockMs} -c idle_in_transaction_session_timeout=20000`
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    types,
    pipeline,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    options: unwaited ? `${settings} -c synchronous_commit=off` : settings,
  })
  // Without a listener an idle connection that the server closes would end the process. While the pool itself is
  // ending, the database may end first, which does not matter.
  pool.on('error', (error) => {
    if (!pool.ending) onError(error)
  })
  // Nor is anybody listening between the pool's letting go of a connection and its taker's first step: what a dying server
  // says in the same piece as its welcome falls there. The taker hears of it with the first statement.
  pool.on('connect', (client) => client.on('error', () => undefined))
  if (watch) watchPool(pool, watch)
  return pool
}

const sqlState = (error: unknown): string => (error as { code?: string }).code ?? ''

/**
 * A newer version beside this one gave a table a column, and a statement that is prepared already would answer with it:
 * PostgreSQL refuses that once and for all, on each connection.
 */
const isOutdated = (error: unknown): boolean =>
  sqlState(error) === '0A000' && (error as { routine?: string }).routine === 'RevalidateCachedQuery'
/** Part of the name of every prepared statement: with the next one all of them are prepared anew. */
let edition = 0

export function dbOf(client: pg.Pool | pg.ClientBase, asking: Asking = {}): Db {
  async function send<T extends Row>(text: string, values?: readonly unknown[], name?: string) {
    const statement: pg.QueryConfig & Asking = {
      text,
      ...(values && { values: [...values] }),
      ...(name && { name: edition === 0 ? name : `${name} ${String(edition)}` }),
      ...asking,
    }
    return client.query<T>(statement)
  }
  async function query<T extends Row>(text: string, values?: readonly unknown[], name?: string) {
    const sentIn = edition
    try {
      return await send<T>(text, values, name)
    } catch (error) {
      if (!name || !isOutdated(error)) throw error
      if (edition === sentIn) edition += 1
      // In a transaction it has failed with all before it: that begins again.
      if (!(client instanceof pg.Pool)) throw error
      return send<T>(text, values, name)
    }
  }
  return {
    rows: async <T extends Row>(text: string, values?: readonly unknown[], name?: string) =>
      (await query<T>(text, values, name)).rows,
    first: async <T extends Row>(text: string, values?: readonly unknown[], name?: string) =>
      (await query<T>(text, values, name)).rows[0] ?? null,
    run: async (text, values, name) => (await query(text, values, name)).rowCount ?? 0,
  }
}

const isDeadlockOrSerialization = (error: unknown): boolean => ['40P01', '40001'].includes(sqlState(error))
const attemptsMax = 4

/**
 * One transaction on one connection. PostgreSQL breaks a deadlock by ending one side; that side has done nothing wrong
 * and nothing yet, so it begins again. So does one that met a statement of an earlier version of the tables. None begins
 * while the database is known to stand still: its connection would hang there with all that it has locked.
 */
export function transactor(pool: pg.Pool, isStanding: () => boolean = () => false) {
  return async function transact<T>(work: (tx: Tx) => Promise<T>, asking: Asking = {}): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      if (isStanding()) throw new StandsStill()
      const client = await pool.connect()
      let broken: Error | undefined
      // A connection that ends while it is ours emits an error event, which without a listener ends the process.
      const onEnd = (error: Error) => {
        broken = error
      }
      client.on('error', onEnd)
      const say = (text: string) => client.query({ text, ...asking } as pg.QueryConfig)
      try {
        await say('begin')
        const result = await work(dbOf(client, asking) as Tx)
        await say('commit')
        return result
      } catch (error) {
        await say('rollback').catch((failure: Error) => {
          broken = failure
        })
        if (!(isDeadlockOrSerialization(error) || isOutdated(error)) || attempt >= attemptsMax) throw error
      } finally {
        client.off('error', onEnd)
        client.release(broken)
      }
    }
  }
}
