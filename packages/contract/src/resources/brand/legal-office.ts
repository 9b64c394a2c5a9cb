import { z } from 'zod'
import { recordedChange } from '../members/campaigns.ts'
import { legalDocument, legalSlug, legalVersion } from './legal.ts'
import { businessDate, id, instant } from '../shapes.ts'
import { written } from '../../inputs/written.ts'

/** One line, or several. */
const words = (max: number) => written.min(1).max(max)
const clause = words(4_000)
const cell = words(1_000)

/** What a published text is made of, as it may be proposed: nothing empty, tables without gaps. */
const block = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: clause }),
  z.strictObject({ kind: z.literal('list'), items: z.array(clause).min(1).max(100) }),
  z.strictObject({ kind: z.literal('steps'), items: z.array(clause).min(1).max(100) }),
  z
    .strictObject({
      kind: z.literal('table'),
      head: z.array(cell).min(1).max(8),
      rows: z.array(z.array(cell)).min(1).max(100),
    })
    .refine(({ head, rows }) => rows.every((row) => row.length === head.length), {
      path: ['rows'],
      message: 'LEGAL_TABLE',
    }),
  z.strictObject({
    kind: z.literal('facts'),
    rows: z
      .array(z.tuple([cell, clause]))
      .min(1)
      .max(100),
  }),
])
const sections = z
  .array(z.strictObject({ heading: words(100), blocks: z.array(block).min(1).max(50) }))
  .min(1)
  .max(80)
  .refine((all) => new Set(all.map(({ heading }) => heading)).size === all.length, {
    message: 'LEGAL_HEADINGS',
  })

export const proposal = z.strictObject({
  version: legalVersion,
  title: words(40),
  /** What this version changes, as members read it in the mail and above the text. */
  changes: words(400),
  summary: z.array(words(200)).max(8),
  sections,
  is_material: z.boolean(),
  /** In force from the beginning of this day in Japan. */
  effective_on: businessDate,
})
export type LegalProposal = z.infer<typeof proposal>

const { title, summary } = legalDocument.shape
const change = z.strictObject({
  ...proposal.shape,
  title,
  summary,
  changes: z.string(),
  sections: legalDocument.shape.sections,
  id,
  requested_by: z.string(),
  requested_at: instant,
  /** The caller proposed it, and may take it back. */
  own: z.boolean(),
  /** The caller does not count as another person than the one who proposed it, and cannot publish it. */
  is_linked: z.boolean(),
})
export type LegalChange = z.infer<typeof change>

const textVersion = z.strictObject({
  version: legalVersion,
  effective_on: businessDate,
  is_material: z.boolean(),
  changes: z.string(),
  state: z.enum(['announced', 'in_force', 'past']),
})
export type LegalTextVersion = z.infer<typeof textVersion>

export const sheet = z.strictObject({
  slug: legalSlug,
  /** The newest version, in force or announced, which the next one begins with; null before the first. */
  newest: z.nullable(legalDocument),
  /** The newest first. */
  versions: z.array(textVersion),
  waiting: z.nullable(change),
  /** What was last turned down or taken back, where nothing was proposed or published since. */
  returned: z.nullable(change),
  /** The first day on which a next version can come into force, and the one where it matters. */
  earliest: businessDate,
  earliest_material: businessDate,
  /** The last day on which it can: nothing withdraws what is published, and a slip in the year would last. */
  latest: businessDate,
  /** The newest first. */
  changes: z.array(recordedChange),
})
export type LegalSheet = z.infer<typeof sheet>
