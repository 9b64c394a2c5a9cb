import { z } from 'zod'
import { recordedChange } from './campaigns.ts'
import { endpoint } from './endpoint.ts'
import { legalDocument, legalSlug, legalVersion } from './legal.ts'
import { businessDate, id, instant } from './resources.ts'

/** One line, or several: nothing that a page could not show. */
const words = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*(?:\n[^\p{Cc}\p{Cs}]*)*$/u)
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

const proposal = z.strictObject({
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

const sheet = z.strictObject({
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

export const legalOffice = {
  list: endpoint({
    name: 'admin.legalTexts',
    summary: '本部：規約と表示の一覧（施行中・予告中の版、承認待ち）',
    who: ['accounting', 'owner'],
    status: 200,
    output: z.strictObject({
      items: z.array(
        z.strictObject({
          slug: legalSlug,
          title: z.string(),
          in_force: z.nullable(z.strictObject({ version: legalVersion, effective_on: businessDate })),
          announced: z.nullable(z.strictObject({ version: legalVersion, effective_on: businessDate })),
          is_waiting: z.boolean(),
        }),
      ),
    }),
    errors: [],
  }),
  show: endpoint({
    name: 'admin.legalText',
    summary: '本部：規約や表示の版の一覧と変更の履歴、承認待ちの版の全文',
    who: ['accounting', 'owner'],
    params: z.object({ slug: legalSlug }),
    status: 200,
    output: sheet,
    errors: [],
  }),
  propose: endpoint({
    name: 'admin.proposeText',
    summary:
      '本部：新しい版の公開の依頼（別の担当者が承認すると公開される。利用規約の重要な変更は30日以上前に公開する）',
    who: ['owner'],
    params: z.object({ slug: legalSlug }),
    /** `follows` is the newest version that the author began with; null before the first. */
    body: z.strictObject({ ...proposal.shape, follows: z.nullable(legalVersion) }),
    status: 201,
    output: sheet,
    errors: ['CONFLICT', 'LEGAL_WAITING', 'LEGAL_VERSION', 'LEGAL_DATE', 'LEGAL_TOO_SOON', 'LEGAL_TOO_LATE'],
  }),
  decide: endpoint({
    name: 'admin.decideText',
    summary:
      '本部：新しい版の公開の承認・差し戻し・取り下げ（依頼した本人は承認できない。公開には再度の本人確認が必要で、公開した版は変えられない）',
    who: ['accounting', 'owner'],
    params: z.object({ slug: legalSlug }),
    body: z.strictObject({ id, decision: z.enum(['approved', 'rejected', 'withdrawn']) }),
    status: 200,
    output: sheet,
    errors: [
      'CONFLICT',
      'APPROVAL_OWN',
      'APPROVAL_LINKED',
      'LEGAL_VERSION',
      'LEGAL_DATE',
      'LEGAL_TOO_SOON',
      'LEGAL_TOO_LATE',
      'STEP_UP_REQUIRED',
    ],
  }),
}
