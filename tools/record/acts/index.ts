import type { Act } from '../act.ts'
import { buybacks } from './buybacks.ts'
import { calls } from './calls.ts'
import { days } from './days.ts'
import { later } from './deferred.ts'
import { money } from './money.ts'
import { office } from './office.ts'
import { documents } from './documents.ts'
import { people } from './people.ts'
import { returns } from './returns.ts'
import { rewards } from './rewards.ts'
import { sales } from './sales.ts'
import { sessions } from './sessions.ts'
import { stock } from './stock.ts'

/** Every area with its acts. An act is drawn by its weight among all of them. */
export const areas: Readonly<Record<string, readonly Act[]>> = {
  sales,
  returns,
  money,
  later,
  rewards,
  stock,
  buybacks,
  papers: documents,
  office,
  days,
  people,
  sessions,
  calls,
}
