import type { LegalDocument, LegalSection, LegalSlug } from '@shirogane/contract/resources/brand/legal'
import type { LegalChange, LegalProposal, LegalSheet } from '@shirogane/contract/resources/brand/legal-office'
import { printItems, printSections, readItems, readSections } from './notation.ts'

/** A version as it is being written. The screen proposes number and day until the writer types their own. */
export type Draft = {
  /** The newest version when it was begun. */
  follows: string | null
  version: string | null
  title: string
  is_material: boolean
  effective_on: string | null
  changes: string
  summary: string
  body: string
}

const empty = { title: '', changes: '', summary: [], sections: [] }

/** A draft that begins with the newest version, or with what was proposed before and not published. */
export function draftFrom(sheet: LegalSheet, returned: LegalChange | null): Draft {
  const { title, summary, sections } = returned ?? sheet.newest ?? empty
  return {
    follows: sheet.newest?.version ?? null,
    version: null,
    title,
    is_material: returned?.is_material ?? false,
    effective_on: null,
    changes: returned?.changes ?? '',
    summary: printItems(summary),
    body: printSections(sections),
  }
}

/** 1.0 is followed by 1.1, and by 2.0 where the change matters. */
function nextVersion(newest: string | undefined, isMaterial: boolean): string {
  if (newest === undefined) return '1.0'
  const [major = 0, minor = 0] = newest.split('.').map(Number)
  return isMaterial ? `${String(major + 1)}.0` : `${String(major)}.${String(minor + 1)}`
}

/** What would be proposed, with what stands in the way of reading its words. */
export function proposalOf(sheet: LegalSheet, draft: Draft): { proposal: LegalProposal; problems: string[] } {
  const { sections, problems } = readSections(draft.body)
  return {
    problems,
    proposal: {
      version: (draft.version ?? nextVersion(sheet.newest?.version, draft.is_material))
        .normalize('NFKC')
        .trim(),
      title: draft.title.trim(),
      changes: draft.changes.trim(),
      summary: readItems(draft.summary),
      sections,
      is_material: draft.is_material,
      effective_on: draft.effective_on ?? earliestOf(sheet, draft.is_material),
    },
  }
}

export const earliestOf = (sheet: LegalSheet, isMaterial: boolean): string =>
  isMaterial ? sheet.earliest_material : sheet.earliest

/** The draft, begun anew from the version that is the newest now. Its number and day are proposed anew too. */
export const rebaseDraft = (sheet: LegalSheet, draft: Draft): Draft => ({
  ...draft,
  follows: sheet.newest?.version ?? null,
  version: null,
  effective_on: null,
})

/** Does the version that waits say the very same, as after an answer that got lost? */
export const isProposed = ({ waiting }: LegalSheet, proposal: LegalProposal): boolean =>
  waiting !== null &&
  waiting.own &&
  waiting.version === proposal.version &&
  waiting.changes === proposal.changes &&
  JSON.stringify(waiting.sections) === JSON.stringify(proposal.sections)

/** A proposal as everybody would read it. */
export function documentOf(slug: LegalSlug, proposal: LegalProposal): LegalDocument {
  return {
    slug,
    version: proposal.version,
    title: proposal.title,
    is_material: proposal.is_material,
    effective_on: proposal.effective_on,
    changes: proposal.changes,
    summary: proposal.summary,
    sections: proposal.sections,
    versions: [],
  }
}

/** Which sections differ, by their headings. */
export function compareSheets(
  before: readonly LegalSection[],
  after: readonly LegalSection[],
): Record<'changed' | 'added' | 'removed', string[]> {
  const old = new Map(before.map(({ heading, blocks }) => [heading, JSON.stringify(blocks)]))
  const headings = new Set(after.map(({ heading }) => heading))
  return {
    changed: after
      .filter(({ heading, blocks }) => old.has(heading) && old.get(heading) !== JSON.stringify(blocks))
      .map(({ heading }) => heading),
    added: after.filter(({ heading }) => !old.has(heading)).map(({ heading }) => heading),
    removed: before.filter(({ heading }) => !headings.has(heading)).map(({ heading }) => heading),
  }
}
