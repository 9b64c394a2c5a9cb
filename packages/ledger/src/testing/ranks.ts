import type pg from 'pg'
import { judgeAllRanks as judgeAll } from '../levels/judge-ranks.ts'
import { rowsOf, withinPool } from '../within.ts'

/** The round of a night, to its end, as any process runs it. */
export function judgeAllRanks(pool: pg.Pool, count = 1_000): Promise<void> {
  return judgeAll(rowsOf(pool), (work) => withinPool(pool, work), { count, hold: () => Promise.resolve() })
}
