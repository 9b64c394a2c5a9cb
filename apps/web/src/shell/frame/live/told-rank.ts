import type { Level } from '@shirogane/contract/resources/shapes'
import { toldRankKey } from '../../session/saved.ts'

/** The highest rank that the reader had in the year that ends on `period`, and the highest that they were congratulated on. */
type Told = { owner: string; period: string; rank: number; told: number }

/**
 * Whether to congratulate on this level now; it counts as told from then on, over every reload of the page. What fell and
 * came back was told of when it was reached first.
 * @param isRise The server says that a payment has just lifted its customer to it.
 */
export function isRiseToTell(
  owner: string,
  { current_level, period_ends_on }: Level,
  isRise: boolean,
): boolean {
  const last = read()
  const mine = last?.owner === owner ? last : null
  // A copy that the device kept of last year's rank is no news.
  if (mine !== null && period_ends_on < mine.period) return false
  const ofYear = mine?.period === period_ends_on ? mine : null
  const told = ofYear?.told ?? -1
  const isNew = (mine !== null && current_level > mine.rank) || (isRise && current_level > told)
  write({
    owner,
    period: period_ends_on,
    rank: Math.max(ofYear?.rank ?? 0, current_level),
    told: isNew ? current_level : told,
  })
  return isNew
}

/** What the device would not keep is known until the page is loaded anew. */
let unkept: Told | null = null

function read(): Told | null {
  if (unkept !== null) return unkept
  try {
    return JSON.parse(localStorage.getItem(toldRankKey) ?? 'null') as Told | null
  } catch {
    return null
  }
}

function write(told: Told): void {
  try {
    localStorage.setItem(toldRankKey, JSON.stringify(told))
    unkept = null
  } catch {
    unkept = told
  }
}
