import { setTimeout as sleep } from 'node:timers/promises'
import { NoAnswer } from '@shirogane/ledger'
import type pg from 'pg'
import type { Log } from '../log.ts'
import { giveUp } from './connections.ts'

/** Nothing was sent: the database is known to answer no write, or as many connections as may be hang in it already. */
export class StandsStill extends Error {
  override readonly name = 'StandsStill'

  constructor() {
    super('The database stands still')
  }
}

/** What a small write came to. */
export type Finding = { is: 'ok' } | { is: 'failed'; error: unknown } | { is: 'silent' }

export type Standstill = {
  /** Whether the database takes a write right now, said within `lookMs`. Asked together, or again at once, it is one write. */
  look(): Promise<Finding>
  /** Waits until the same is known for sure. */
  isAlive(): Promise<boolean>
  isStanding(): boolean
  /** Whether a further connection may be opened: each that was given up still has its place at the database. */
  mayConnect(): boolean
  /** A connection was given up in the middle of a statement. */
  note(): void
  /** From now on nothing is sent any more that needs a new connection. */
  stop(): void
}

/** No more than one write a second. */
const againMs = 1_000
/** A connection that was cut off without a word never answers: another one is tried, and each time later, up to this. */
const anotherLastMs = 15 * 60_000

/**
 * A record in the journal and nothing else: its commit waits for the disk and the standby as that of a payment does, and it
 * leaves no row behind.
 */
const write = `select pg_logical_emit_message(true, 'shirogane', '')::text`

/**
 * Knows whether the database stands still: takes what is asked and answers nothing, as one whose processes were stopped, or
 * whose commits wait for a standby that is gone. Then nothing more that writes is sent to it. What is given up by us waits on
 * over there and has a place there each time, until no one would find any.
 */
export function watchStandstill(options: {
  /** Of one connection that nothing else uses, with nothing but this to end a statement on it. */
  pool: pg.Pool
  lookMs: number
  /** A write that is not answered for so long is not merely slow. */
  patienceMs: number
  /** How many connections may hang in the database. */
  hangingMax: number
  log: Log
}): Standstill {
  const { pool, lookMs, patienceMs, hangingMax, log } = options
  let underWay: Promise<Finding> | null = null
  /** The last write that was answered. Where none was taken in, nothing keeps anybody from another try. */
  let last: { found: Finding; at: number } | null = null
  let isStanding = false
  let isStopped = false
  let hanging = 0
  let anotherMs = patienceMs * 2
  let isFollowed = false
  /** Resolves once the write under way has not been answered for too long. */
  let silence = Promise.withResolvers<false>()

  async function tryWrite(): Promise<Finding> {
    let client: pg.PoolClient | null = null
    let broken: Error | undefined
    const onError = (error: Error) => {
      broken = error
    }
    const timer = setTimeout(() => client && giveUp(client), anotherMs)
    timer.unref()
    try {
      client = await pool.connect()
      client.on('error', onError)
      await client.query(write)
      anotherMs = patienceMs * 2
      return { is: 'ok' }
    } catch (error) {
      if (client) broken ??= error as Error
      if (!isSilence(error)) return { is: 'failed', error }
      anotherMs = Math.min(anotherMs * 2, anotherLastMs)
      return { is: 'silent' }
    } finally {
      clearTimeout(timer)
      client?.off('error', onError)
      client?.release(broken)
    }
  }

  function newest(): Promise<Finding> {
    if (last !== null && performance.now() - last.at < againMs) return Promise.resolve(last.found)
    underWay ??= (async () => {
      const timer = setTimeout(() => setStanding(true), patienceMs)
      timer.unref()
      const found = await tryWrite()
      clearTimeout(timer)
      underWay = null
      last = found.is === 'ok' ? { found, at: performance.now() } : null
      if (last) hanging = 0
      setStanding(found.is === 'silent')
      return found
    })()
    return underWay
  }

  function setStanding(now: boolean): void {
    if (now === isStanding || isStopped) return
    isStanding = now
    if (now) {
      silence.resolve(false)
      log.error({ event: 'database_stands_still' }, 'the database answers no write: nothing is sent to it')
      void follow()
    } else {
      silence = Promise.withResolvers()
      log.warn({ event: 'database_goes_on' }, 'the database answers again')
    }
  }

  /** Once it is known to stand still, it is asked until it does no longer. */
  async function follow(): Promise<void> {
    if (isFollowed) return
    isFollowed = true
    while (isStanding && !isStopped) {
      await newest()
      await sleep(againMs, null, { ref: false })
    }
    isFollowed = false
  }

  return {
    async look() {
      const answered = new AbortController()
      const { signal } = answered
      const silent = sleep(lookMs, { is: 'silent' } as const, { signal }).catch(
        () => ({ is: 'silent' }) as const,
      )
      const found = await Promise.race([newest(), silent])
      answered.abort()
      return found
    },
    async isAlive() {
      return !isStanding && Promise.race([newest().then(({ is }) => is !== 'silent'), silence.promise])
    },
    isStanding: () => isStanding,
    mayConnect: () => !isStopped && (!isStanding || hanging < hangingMax),
    note() {
      hanging += 1
      void newest()
    },
    stop() {
      isStopped = true
    },
  }
}

/** No answer at all, be it to a statement or to an attempt to connect. */
const isSilence = (error: unknown): boolean =>
  error instanceof NoAnswer || /timeout/.test(error instanceof Error ? error.message : '')
