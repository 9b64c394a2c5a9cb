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
  passIdly,
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
  /** Writes them, in the commit that moves the cursor; null where nothing follows. */
  write: ((tx: Tx) => Promise<void>) | null
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
 * slow consumer keeps back neither the others nor the chain; one whose writing waits for a lock does so for a second,
 * and then tries again later.
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
    return (await deal(ctx, consumer, from, movements)) === movements.length
  } catch (error) {
    ctx.log.warn({ err: error, event: 'consumer', consumer: consumer.name })
  }
  let position: Position = from
  for (const movement of movements) {
    const before = position
    try {
      if ((await deal(ctx, consumer, before, [movement])) === 0) return false
    } catch (error) {
      ctx.log.warn({ err: error, event: 'consumer', consumer: consumer.name, transaction_id: movement.id })
      await ctx.transact(async (tx) => {
        const isOurs = await passMovements(tx, consumer.name, before, movement)
        if (isOurs) await setAside(tx, consumer.name, movement.id)
      })
      return false
    }
    position = movement
  }
  return true
}

/**
 * Writes what follows from the movements, and moves the cursor over them.
 *
 * @returns how many were dealt with; none where another process was first
 */
async function deal(
  ctx: Context,
  consumer: Consumer,
  from: Position,
  movements: readonly Followed[],
): Promise<number> {
  const { dealt, write, announce } = await consumer.decide(ctx, movements)
  const last = movements[dealt - 1]!
  const isOurs =
    write === null
      ? await passIdly(ctx.db, consumer.name, from, last)
      : await writeWhere(ctx, (tx) => passMovements(tx, consumer.name, from, last), write)
  if (!isOurs) return 0
  announce()
  return dealt
}

/** Writes in one commit with the claim, which says whether it is still this process's to write. */
function writeWhere(
  ctx: Context,
  claim: (tx: Tx) => Promise<boolean>,
  write: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  return ctx.transact(async (tx) => {
    if (!(await claim(tx))) return false
    await write(tx)
    return true
  })
}

/** What was set aside is tried alone, later each time, and at last left to a person. */
async function tryAgain(ctx: Context, consumer: Consumer): Promise<void> {
  const { name } = consumer
  for (const { attempts, movement } of await takeSetAside(ctx.db, name, batchMax)) {
    try {
      const { write, announce } = await consumer.decide(ctx, [movement])
      const claim = (tx: Tx) => endSetAside(tx, name, movement.id)
      if (await writeWhere(ctx, claim, async (tx) => write?.(tx))) announce()
    } catch (error) {
      const named = { consumer: name, transaction_id: movement.id }
      ctx.log.warn({ err: error, event: 'consumer', ...named })
      if (attempts < attemptsMax) continue
      await giveUpSetAside(ctx.db, name, movement.id)
      ctx.log.error({ event: 'consumer_dead', ...named })
    }
  }
}
