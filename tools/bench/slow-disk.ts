import { step } from '../lib/progress.ts'
import { measurePayments } from './payments.ts'
import { type Figure, number } from './report.ts'
import { add, type Outcome, type Plan, type Stage } from './rounds.ts'
import { median } from './statistics.ts'

const payers = 64
const benchers = 16
const delayMs = 2

/**
 * Payments and the yardstick on a disk whose every flush takes longer. PostgreSQL itself waits before it flushes, while it
 * holds the lock of the journal's writer, which is what a slow disk does to whoever commits.
 */
export async function measureSlowDisk(stage: Stage, plan: Plan, outcome: Outcome): Promise<Figure[]> {
  const { db } = stage.world
  const ours: number[] = []
  const theirs: number[] = []
  await db.query(`alter system set commit_delay = ${delayMs * 1000}`)
  await db.query('alter system set commit_siblings = 0')
  await db.query('select pg_reload_conf()')
  try {
    for (let round = 1; round <= plan.rounds; round += 1) {
      await db.query('checkpoint')
      const { tps } = await stage.pgbench.measure(benchers, plan.seconds)
      const paid = await measurePayments(stage.world, stage.service, stage.spread, {
        ...plan,
        clients: payers,
        codes: (plan.seconds + plan.warmSeconds) * 4_000,
        sale: 'amount',
      })
      add(outcome, paid)
      theirs.push(tps)
      ours.push(paid.perSecond)
      step(
        `round ${round}: each flush ${delayMs} ms longer, ${payers} clients: ${number(paid.perSecond)} payments a second, pgbench with ${benchers}: ${number(tps)}`,
      )
    }
  } finally {
    await db.query('alter system reset commit_delay')
    await db.query('alter system reset commit_siblings')
    await db.query('select pg_reload_conf()')
  }
  return [
    {
      what: `payments a second, ${payers} clients, on a disk whose flush takes ${delayMs} ms more`,
      measured: `${number(median(ours))} /s`,
      yardstick: `pgbench, ${benchers} clients, same disk: ${number(median(theirs))} /s`,
      value: median(ours) / median(theirs),
      unit: '×',
      floor: 0.9,
      goal: 1.8,
      better: 'more',
    },
  ]
}
