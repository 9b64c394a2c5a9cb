import type { LegalSlug } from '@shirogane/contract/resources/brand/legal'
import type { LegalChange, LegalSheet } from '@shirogane/contract/resources/brand/legal-office'
import { daysOfText } from '@shirogane/domain/legal/publish-text'
import type { Actor, Context } from '../../context.ts'
import { listChanges } from '../admin/index.ts'
import { type ChangeRow, findNewestChange, findTextFacts, listVersions } from './changes-store.ts'
import { findDocument } from './store.ts'

/** A text with its versions, and what waits to become the next one. */
export async function getSheet(ctx: Context, actor: Actor, slug: LegalSlug): Promise<LegalSheet> {
  const { db } = ctx
  const [versions, change, facts, changes] = await Promise.all([
    listVersions(db, slug),
    findNewestChange(db, slug, actor.user_id),
    findTextFacts(db, slug),
    listChanges(ctx, `legal:${slug}`),
  ])
  const newest = versions[0] === undefined ? null : await findDocument(db, slug, versions[0].version)
  const presented = change && presentChange(change, actor)
  return {
    slug,
    newest,
    versions: versions.map(({ slug: _, title: __, ...version }) => version),
    waiting: change?.status === 'requested' ? presented : null,
    returned: change?.status === 'rejected' || change?.status === 'withdrawn' ? presented : null,
    ...daysOfText(slug, facts),
    changes,
  }
}

function presentChange(change: ChangeRow & { is_others: boolean }, actor: Actor): LegalChange {
  const own = change.requested_by === actor.user_id
  return {
    id: change.id,
    version: change.version,
    title: change.title,
    changes: change.changes,
    summary: change.summary,
    sections: change.sections,
    is_material: change.is_material,
    effective_on: change.effective_on,
    requested_by: change.requested_by_name,
    requested_at: change.requested_at.toISOString(),
    own,
    is_linked: !own && !change.is_others,
  }
}
