import type { LegalText } from './text.ts'
import { affiliator } from './affiliator.ts'
import { funds } from './funds.ts'
import { later } from './deferred.ts'
import { law } from './law.ts'
import { points } from './points.ts'
import { privacy } from './privacy.ts'
import { secondhand } from './secondhand.ts'
import { terms } from './terms.ts'

/** The first version of every text, in force since the brand opened. */
export const legalVersion = '1.0'

export const legalDocuments: readonly LegalText[] = [
  terms,
  privacy,
  funds,
  law,
  points,
  affiliator,
  later,
  secondhand,
]
