import type pg from 'pg'
import { step } from '../../lib/progress.ts'
import { measurePayments } from '../payments.ts'
import { type Figure, number } from '../report.ts'
import { addRound, type Outcome, type Plan, type Stage } from '../rounds.ts'
import type { SlowFlush } from './slow-flush.ts'
import { median } from '../statistics.ts'

const payers = 64
const benchers = 16
export const slowerMs = 2

/** Payments and the yardstick on a disk whose every flush takes longer. */
export async function measureSlowDisk(
  stage: Stage,
  plan: Plan,
  outcome: Outcome,
  disk: SlowFlush,
): Promise<Figure[]> {
  const { db } = stage.world
  const ours: number[] = []
  const theirs: number[] = []
  const before = await commitMs(db)
  disk.set(true)
  try {
    const more = (await commitMs(db)) - before
    if (more < slowerMs * 0.9) throw new Error(`A commit takes only ${number(more, 2)} ms more`)
    for (let round = 1; round <= plan.rounds; round += 1) {
      await db.query('checkpoint')
      const { tps } = await stage.pgbench.measure(benchers, plan.seconds)
      const paid = await measurePayments(stage.world, stage.service, stage.spread, {
        ...plan,
        clients: payers,
        codes: (plan.seconds + plan.warmSeconds) * 4_000,
        sale: 'amount',
      })
      addRound(outcome, paid)
      theirs.push(tps)
      ours.push(paid.perSecond)
      step(
        `round ${round}: each flush ${slowerMs} ms longer, ${payers} clients: ${number(paid.perSecond)} payments a second, pgbench with ${benchers}: ${number(tps)}`,
      )
    }
  } finally {
    disk.set(false)
  }
  return [
    {
      what: `payments a second, ${payers} clients, on a disk whose flush takes ${slowerMs} ms more`,
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

/** The quickest of some commits that have nothing to do but to be flushed. */
async function commitMs(db: pg.Pool): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < 20; turn += 1) {
    const startedAt = performance.now()
    await db.query(`select pg_logical_emit_message(true, 'bench', '')`)
    times.push(performance.now() - startedAt)
  }
  return Math.min(...times)
}
