import type pg from 'pg'
import { judgeNextRanks } from '../levels/judge-ranks.ts'
import { rowsOf, withinPool } from '../within.ts'

/** The round of a night, to its end, as any process runs it. */
export async function judgeAllRanks(pool: pg.Pool, count = 1_000): Promise<void> {
  let after: string | null = null
  do {
    after = await judgeNextRanks(rowsOf(pool), (work) => withinPool(pool, work), { after, count })
  } while (after !== null)
}
