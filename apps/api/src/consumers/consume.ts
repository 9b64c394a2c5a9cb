import { setTimeout } from 'node:timers/promises'
import type { RepeatedJob } from '@shirogane/contract/rules/jobs'
import type { Context } from '../context.ts'
import type { Tx } from '../db/sql.ts'
import { type Rounds, startRounds } from '../jobs/rounds.ts'
import {
  type Ahead,
  type ConsumerName,
  type Followed,
  giveUpSetAside,
  lookAhead,
  passMovements,
  type Position,
  setAside,
  endSetAside,
  takeSetAside,
} from './consumers-store.ts'

const batchMax = 200
/** How long a round rests before the next, so that in a busy shop one look finds the movements of many payments. */
const restMs = 200
const attemptsMax = 20

/** What follows from some movements: read and decided already, still to be written. */
export type Consequences = {
  /** Of how many of the movements, from the first on. */
  dealt: number
  /** Writes them, in the commit that moves the cursor. */
  write(tx: Tx): Promise<void>
  /** Says that the commit is there to whom it concerns. */
  announce(): void
}

/** One that acts on what was posted, beside all others. */
export type Consumer = {
  name: ConsumerName
  job: RepeatedJob
  /** Decides what follows from the movements; none of them in the order of their posting is left out. */
  decide(ctx: Context, movements: readonly Followed[]): Promise<Consequences>
}

/**
 * Lets a consumer follow the movements by the cursor of its own. What follows from a movement and the step of the
 * cursor beyond it are one commit, which begins with the step: where another process stepped first, or this one dies,
 * nothing of it is there, and nothing is written twice. No transaction is open while it reads and decides, so that a
 * slow consumer keeps back neither the others nor the chain; one whose writing waits for a lock does so for the five
 * seconds that locks are waited for.
 */
export function startConsumer(ctx: Context, consumer: Consumer): Rounds {
  return startRounds(ctx, consumer.job, async () => {
    const ahead = await lookAhead(ctx.db, consumer.name, batchMax)
    const { movements, waits } = ahead
    const isWhole = movements.length === 0 || (await dealOrSetAside(ctx, consumer, ahead))
    if (ahead.aside) await tryAgain(ctx, consumer)
    const hasMore = movements.length === batchMax || !isWhole
    // By hand there is nothing to gather: only a transaction that still runs is waited for.
    if (waits || (movements.length > 0 && !hasMore && !ctx.isManual)) await setTimeout(restMs)
    return hasMore || waits
  })
}

/**
 * What cannot be dealt with together is dealt with one by one, so that a bad movement holds up only itself: the first
 * that fails alone is set aside, and the others are looked at anew at once. Answers whether nothing of them is left.
 */
async function dealOrSetAside(
  ctx: Context,
  consumer: Consumer,
  { from, movements }: Ahead,
): Promise<boolean> {
  try {
    const passed = await deal(ctx, consumer, movements, (tx, last) =>
      passMovements(tx, consumer.name, from, last),
    )
    return passed === movements.length
  } catch (error) {
    ctx.log.warn({ err: error, event: 'consumer', consumer: consumer.name })
  }
  let position: Position = from
  for (const movement of movements) {
    const before = position
    const pass = (tx: Tx) => passMovements(tx, consumer.name, before, movement)
    try {
      if ((await deal(ctx, consumer, [movement], pass)) === 0) return false
    } catch (error) {
      ctx.log.warn({ err: error, event: 'consumer', consumer: consumer.name, transaction_id: movement.id })
      await ctx.transact(async (tx) => {
        if (await pass(tx)) await setAside(tx, consumer.name, movement.id)
      })
      return false
    }
    position = movement
  }
  return true
}

/**
 * Writes what follows from the movements where the caller's transaction may claim them.
 *
 * @returns how many were dealt with; none where another process was first
 */
async function deal(
  ctx: Context,
  consumer: Consumer,
  movements: readonly Followed[],
  claim: (tx: Tx, last: Position) => Promise<boolean>,
): Promise<number> {
  const { dealt, write, announce } = await consumer.decide(ctx, movements)
  const isOurs = await ctx.transact(async (tx) => {
    if (!(await claim(tx, movements[dealt - 1]!))) return false
    await write(tx)
    return true
  })
  if (!isOurs) return 0
  announce()
  return dealt
}

/** What was set aside is tried alone, later each time, and at last left to a person. */
async function tryAgain(ctx: Context, consumer: Consumer): Promise<void> {
  const { name } = consumer
  for (const { attempts, movement } of await takeSetAside(ctx.db, name, batchMax)) {
    try {
      await deal(ctx, consumer, [movement], (tx) => endSetAside(tx, name, movement.id))
    } catch (error) {
      const named = { consumer: name, transaction_id: movement.id }
      ctx.log.warn({ err: error, event: 'consumer', ...named })
      if (attempts < attemptsMax) continue
      await giveUpSetAside(ctx.db, name, movement.id)
      ctx.log.error({ event: 'consumer_dead', ...named })
    }
  }
}
