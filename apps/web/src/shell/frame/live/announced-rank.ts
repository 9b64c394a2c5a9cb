import type { Level } from '@shirogane/contract/resources/shapes'
import { announcedRankKey } from '../../session/saved.ts'

/** The highest rank that the reader had in the year that ends on `period`, and the highest that they were congratulated on. */
type Announced = { owner: string; period: string; rank: number; told: number }

/**
 * Whether to congratulate on this level now; it counts as told from then on, over every reload of the page. What fell and
 * came back was told of when it was reached first.
 * @param isRise The server says that a payment has just lifted its customer to it.
 */
export function isRiseToAnnounce(
  owner: string,
  { current_level, period_ends_on }: Level,
  isRise: boolean,
): boolean {
  const last = read()
  const mine = last?.owner === owner ? last : null
  // A copy that the device kept of last year's rank is no news.
  if (mine !== null && period_ends_on < mine.period) return false
  const ofYear = mine?.period === period_ends_on ? mine : null
  const announced = ofYear?.told ?? -1
  const isNew = (mine !== null && current_level > mine.rank) || (isRise && current_level > announced)
  write({
    owner,
    period: period_ends_on,
    rank: Math.max(ofYear?.rank ?? 0, current_level),
    told: isNew ? current_level : announced,
  })
  return isNew
}

/** What the device would not keep is known until the page is loaded anew. */
let unkept: Announced | null = null

function read(): Announced | null {
  if (unkept !== null) return unkept
  try {
    return JSON.parse(localStorage.getItem(announcedRankKey) ?? 'null') as Announced | null
  } catch {
    return null
  }
}

function write(announced: Announced): void {
  try {
    localStorage.setItem(announcedRankKey, JSON.stringify(announced))
    unkept = null
  } catch {
    unkept = announced
  }
}
