import { z } from 'zod'
import { businessDate } from '../shapes.ts'

/** The texts that the brand publishes, in the order in which they are listed. */
export const legalSlugs = [
  'tos',
  'pp',
  'funds',
  'law',
  'points',
  'affiliator',
  'later',
  'secondhand',
] as const
export type LegalSlug = (typeof legalSlugs)[number]
export const legalSlug = z.enum(legalSlugs)
export const legalVersion = z.string().regex(/^\d{1,3}\.\d{1,3}$/)

const legalBlock = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  z.strictObject({ kind: z.literal('list'), items: z.array(z.string()) }),
  /** A list whose numbers are part of the text: other clauses refer to them. */
  z.strictObject({ kind: z.literal('steps'), items: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('table'), head: z.array(z.string()), rows: z.array(z.array(z.string())) }),
  z.strictObject({ kind: z.literal('facts'), rows: z.array(z.tuple([z.string(), z.string()])) }),
])
export type LegalBlock = z.infer<typeof legalBlock>

export const legalSection = z.strictObject({ heading: z.string(), blocks: z.array(legalBlock) })
export type LegalSection = z.infer<typeof legalSection>

export const legalEntry = z.strictObject({
  slug: legalSlug,
  version: legalVersion,
  title: z.string(),
  /** A change that people agree to again. */
  is_material: z.boolean(),
  effective_on: businessDate,
})

export const legalDocument = z.strictObject({
  ...legalEntry.shape,
  /** What this version changed; empty for the first. */
  changes: z.string(),
  summary: z.array(z.string()),
  sections: z.array(legalSection),
  /** Every version, newest first; those that are not in force yet are announced. */
  versions: z.array(z.strictObject({ version: legalVersion, effective_on: businessDate })),
})
export type LegalDocument = z.infer<typeof legalDocument>

export const shownDocument = z.strictObject({
  ...legalDocument.shape,
  /**
   * What changed from the terms that the reader last agreed to until those in force, newest first, in the words that
   * were published with each version. Empty for other texts, and for a reader who agreed to none.
   */
  changed_since: z.array(
    z.strictObject({ version: legalVersion, effective_on: businessDate, changes: z.string() }),
  ),
})
export type ChangedTerms = z.infer<typeof shownDocument>['changed_since'][number]
