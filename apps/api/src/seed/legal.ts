import type { LegalText } from './legal-text.ts'
import { affiliator } from './legal-affiliator.ts'
import { funds } from './legal-funds.ts'
import { later } from './legal-later.ts'
import { law } from './legal-law.ts'
import { points } from './legal-points.ts'
import { privacy } from './legal-privacy.ts'
import { secondhand } from './legal-secondhand.ts'
import { terms } from './legal-terms.ts'

/** The first version of every text, in force since the house opened. */
export const legalVersion = '1.0'

export const legalTexts: readonly LegalText[] = [
  terms,
  privacy,
  funds,
  law,
  points,
  affiliator,
  later,
  secondhand,
]
