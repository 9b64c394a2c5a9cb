import { limits } from '@shirogane/contract/rules/limits'
import type { Db } from '../../db/sql.ts'
import { Problem } from '../../http/problem.ts'
import { addDays, daysBetween } from '../../lib/days.ts'
import { type BookDay, fillDays } from './rules.ts'
import { getUnused, listBook } from './store.ts'

const defaultDays = 30

export function periodOf(
  { from, until }: { from?: string | undefined; until?: string | undefined },
  today: string,
): { from: string; until: string } {
  const last = until ?? (from === undefined || from <= today ? today : from)
  const first = from ?? addDays(last, 1 - defaultDays)
  if (daysBetween(first, last) >= limits.prepaidPeriodDays)
    throw new Problem('PERIOD_TOO_LONG', { blanks: { n: limits.prepaidPeriodDays } })
  return { from: first, until: last }
}

export async function listDays(db: Db, from: string, until: string): Promise<BookDay[]> {
  const [before, rows] = await Promise.all([getUnused(db, addDays(from, -1)), listBook(db, from, until)])
  return fillDays(rows, { from, until, before })
}
