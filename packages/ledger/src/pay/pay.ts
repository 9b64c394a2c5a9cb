import { setImmediate as turn } from 'node:timers/promises'
import type pg from 'pg'
import { encode } from '../door/binary.ts'
import { NoAnswer } from './no-answer.ts'
import type { PayRequest } from './pay-request.ts'
import {
  type BatchOutcome,
  isDue,
  type PayOutcome,
  paySales,
  postSales,
  refreshPayer,
  type SaleAnswer,
  type SaleStatements,
} from './post-sales.ts'
import { approvalsOf, type FactRow, readSales } from './read-facts.ts'
import { withinPool } from '../within.ts'
import { saleCodecs, type SaleCodecs, type SaleTypes, saleTypesOf } from './sale-codecs.ts'

/** More payments wait than are answered in time: this one was not sent to the database, and nothing of it has happened. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

type Keyed = Pick<PayRequest, 'actor_id' | 'route' | 'key'>

export type Gatherer = {
  /**
   * Settles when the commit is done; rejects with `QueueFull` where too many wait or the database stands still before it was
   * sent, and with another error when the outcome is unknown because the database went away.
   */
  pay(request: PayRequest): Promise<PayOutcome>
  /** Resolves when nothing under this key is in hand any more: what waits for its batch has not even taken its key. */
  finished(key: Keyed): Promise<void>
  /** Resolves when nothing waits any more. */
  drain(): Promise<void>
}

type Waiting = {
  request: PayRequest
  resolve: (outcome: PayOutcome) => void
  reject: (error: unknown) => void
}

/** The connection of the batches. */
type Line = {
  client: pg.PoolClient
  broken: boolean
  close(): void
}

const retriesMax = 3
/**
 * How many may wait beside those at the database: three batches and a little. Sixty-four registers that all settle at
 * once are a third of it; where more wait, the database is slower than the clerks at the registers, and each further
 * one would only wait longer and be asked again meanwhile.
 */
const waitingMax = 200

/**
 * Gathers concurrent payments into one call and one commit. No payment waits for more to come than what this process is
 * about to read: one that arrives while a commit runs goes with the next one, so a lonely payment is as quick as can be
 * and a rush shares its flushes.
 *
 * In a rush the next batch stands ready at the database before the last one is done, so that it never waits for this
 * process: as soon as half of the crowd waits, or all of it that is not at the database. So a rush goes in halves, one
 * worked at while the other is answered and comes again. Sent ahead any sooner, it would break into crumbs.
 *
 * @param pool for a payment that has to go alone, beside the others
 * @param lines room for the connection of the batches; its client sends without waiting for answers
 */
export function createGatherer(pool: pg.Pool, lines: pg.Pool = pool, batchMax = 64): Gatherer {
  let waiting: Waiting[] = []
  let running: Promise<void> | null = null
  /** How many there were of late at one moment: waiting, or at the database. */
  let crowd = 0
  /** How sales are written for this database; asked for once. */
  let codecs: Promise<SaleCodecs> | null = null
  /** Customers whose sale is at the database: another one of theirs could only be decided by what it leaves. */
  const busy = new Set<string>()
  const underWay = new Map<string, Promise<void>>()
  /** Wakes the loop that looks after the queue: a payment arrived, or a batch is done. */
  let look = () => {}

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      let line: Line
      try {
        line = await openLine(lines)
      } catch (error) {
        turnAway(error)
        continue
      }
      await send(line)
    }
    // In the same turn as the last look at the queue: the next payment to arrive starts a new run.
    running = null
  }

  /** Sends batches until no payment waits or the connection breaks. */
  async function send(line: Line): Promise<void> {
    let batches = 0
    let atDatabase = 0
    const mayGo = () => {
      const here = waiting.length + atDatabase
      crowd = Math.max(crowd, here)
      if (waiting.length === 0 || line.broken) return false
      return batches === 0 || (batches === 1 && (waiting.length >= crowd / 2 || here === crowd))
    }
    while (batches > 0 || mayGo()) {
      if (mayGo()) {
        // The first of a crowd that comes again takes along the payments that are read in the same turn.
        if (batches === 0 && waiting.length < crowd / 2) await turn()
        if (line.broken) continue
        const batch = takeBatch()
        batches += 1
        atDatabase += batch.length
        // Payments that stay away are forgotten within a few batches; those that are here count at once.
        crowd -= Math.ceil(crowd / 8)
        void answerBatch(batch, line.client)
          .catch((error: unknown) => {
            line.broken ||= isLost(error)
            for (const one of batch) one.reject(error)
            // Behind a batch that got no answer each would wait as long again. Those that come from now on take a new
            // connection.
            if (error instanceof NoAnswer) turnAway(new QueueFull())
          })
          .finally(() => {
            batches -= 1
            atDatabase -= batch.length
            look()
          })
      } else {
        await new Promise<void>((resolve) => {
          look = resolve
        })
      }
    }
    line.close()
  }

  function turnAway(error: unknown): void {
    const all = waiting
    waiting = []
    for (const one of all) one.reject(error)
  }

  /** A code, key or checkout that stands in a batch twice would poison it: the second waits for the next one. */
  function takeBatch(): Waiting[] {
    const batch: Waiting[] = []
    const later: Waiting[] = []
    const taken = new Set<string>()
    for (const one of waiting) {
      const marks = marksOf(one.request)
      if (batch.length < batchMax && !marks.some((mark) => taken.has(mark))) {
        batch.push(one)
      } else {
        later.push(one)
      }
      for (const mark of marks) taken.add(mark)
    }
    waiting = later
    return batch
  }

  /**
   * @param asksStock whether the stock is asked beforehand. Nearly always there is enough, and its own door refuses what is
   * short all the same: only then is it worth a question who is to be told what.
   */
  async function answerBatch(
    batch: Waiting[],
    by: pg.Pool | pg.PoolClient,
    { asksStock = false } = {},
  ): Promise<void> {
    let outcomes: BatchOutcome[]
    try {
      outcomes = await call(
        by,
        batch.map(({ request }) => request),
        asksStock,
      )
    } catch (error) {
      // On a full disk none of them would fare better alone.
      if (isLost(error) || isDiskFull(error)) throw error
      // The database refused the whole batch because of one of them, or another transaction holds what one of them
      // needs: each goes alone and beside the others, so that only that one fails or waits.
      if (batch.length > 1 || (!asksStock && isRuleBroken(error))) {
        await Promise.all(batch.map((one) => answerBatch([one], pool, { asksStock: true }).catch(one.reject)))
        return
      }
      if (isTakenId(error)) {
        batch[0]!.resolve({ code: 'PAYMENT_STATE', n: null, replayed: false })
        return
      }
      throw error
    }
    await Promise.all(
      outcomes.map(async (outcome, index) => {
        const one = batch[index]!
        if (!('waits_for' in outcome)) {
          one.resolve(outcome)
          return
        }
        try {
          if (isDue(outcome)) await withinPool(pool, (db) => refreshPayer(db, outcome, one.request.store_id))
          waiting.push(one)
        } catch (error) {
          if (isTransient(error)) waiting.push(one)
          else one.reject(error)
        }
      }),
    )
  }

  async function codecsOf(by: pg.Pool | pg.PoolClient): Promise<SaleCodecs> {
    try {
      const { rows } = await by.query<SaleTypes>(saleTypesOf)
      return saleCodecs(rows[0]!)
    } catch (error) {
      codecs = null
      throw error
    }
  }

  async function call(
    by: pg.Pool | pg.PoolClient,
    requests: PayRequest[],
    asksStock: boolean,
  ): Promise<BatchOutcome[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        codecs ??= codecsOf(by)
        return await paySales(statementsOf(by, await codecs), requests, { asksStock, busy })
      } catch (error) {
        if (isOfOtherTypes(error)) codecs = null
        if (!isTransient(error) || attempt > retriesMax) throw error
        await new Promise((resolve) => setTimeout(resolve, attempt * (5 + Math.random() * 20)))
      }
    }
  }

  return {
    pay(request) {
      if (waiting.length >= waitingMax) return Promise.reject(new QueueFull())
      const outcome = new Promise<PayOutcome>((resolve, reject) => {
        waiting.push({ request, resolve, reject })
      })
      const mark = keyMark(request)
      const ended = outcome.then(
        () => undefined,
        () => undefined,
      )
      underWay.set(mark, ended)
      void ended.then(() => underWay.get(mark) === ended && underWay.delete(mark))
      if (running) look()
      else running = run()
      return outcome
    },
    finished: (key) => underWay.get(keyMark(key)) ?? Promise.resolve(),
    async drain() {
      while (running) await running
    },
  }
}

async function openLine(lines: pg.Pool): Promise<Line> {
  const client = await lines.connect()
  // A connection that ends while it is ours emits an error event, which without a listener ends the process. The batch
  // that was under way hears of it by its own error.
  const onEnd = () => {
    line.broken = true
  }
  const line: Line = {
    client,
    broken: false,
    close() {
      client.off('error', onEnd)
      client.release(line.broken)
    },
  }
  client.on('error', onEnd)
  return line
}

const keyMark = ({ actor_id, route, key }: Keyed): string => `key ${actor_id} ${route} ${key}`

function marksOf(request: PayRequest): string[] {
  return [
    keyMark(request),
    `id ${request.transaction_id}`,
    ...(request.checkout_id ? [`checkout ${request.checkout_id}`] : []),
    ...(request.parked_id ? [`parked ${request.parked_id}`] : []),
    ...approvalsOf(request).map((id) => `approval ${id}`),
    ...(request.contract?.signature ? [`signature ${request.contract.signature}`] : []),
    ...(request.token_hash ? [`token ${request.token_hash.toString('base64')}`] : []),
    ...(request.code_hash ? [`code ${request.code_hash.toString('base64')}`] : []),
  ]
}

/** Both statements are prepared, and take their batches in the database's own form. */
function statementsOf(by: pg.Pool | pg.PoolClient, codecs: SaleCodecs): SaleStatements {
  return {
    read: async (asked) => {
      const values = [encode(codecs.asked, asked)]
      const { rows } = await by.query<{ facts: FactRow }>({
        name: 'ledger.read_sales',
        text: readSales('$1'),
        values,
      })
      return rows.map(({ facts }) => facts)
    },
    post: async ({ rows: sales, today, rare, after }) => {
      const values = [encode(codecs.decided, sales), today, rare, after && JSON.stringify(after)]
      const { rows } = await by.query<SaleAnswer>({
        name: 'ledger.post_sales',
        text: `${postSales}$1, $2, $3, $4)`,
        values,
      })
      return rows
    },
  }
}

const sqlState = (error: unknown) => (error as { code?: string }).code ?? ''
/** Rivals, or functions and types that a new version replaced at this very moment: all undone, and worth another try. */
const isTransient = (error: unknown) =>
  ['40001', '40P01', 'XX000', '42883', '42704'].includes(sqlState(error)) || isOfOtherTypes(error)
/** The database was put back from a copy and knows its types by other identifiers than before. */
const isOfOtherTypes = (error: unknown) => sqlState(error) === '42804'
const isTakenId = (error: unknown) =>
  sqlState(error) === '23505' && (error as { constraint?: string }).constraint === 'movements_pkey'
const isRuleBroken = (error: unknown) => sqlState(error) === '23514'
const isDiskFull = (error: unknown) => sqlState(error) === '53100'
/** No SQL state, one of the connection, or a server that went down over it: whether the commit happened is not known. */
const isLost = (error: unknown) =>
  !/^[0-9A-Z]{5}$/.test(sqlState(error)) ||
  /^(08|57P)/.test(sqlState(error)) ||
  (error as { severity?: string }).severity === 'PANIC'
