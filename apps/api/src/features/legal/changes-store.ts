import type { LegalProposal, LegalTextVersion } from '@shirogane/contract/resources/brand/legal-office'
import type { LegalSlug } from '@shirogane/contract/resources/brand/legal'
import type { TextFacts } from '@shirogane/domain/legal/publish-text'
import { textStates } from '@shirogane/domain/legal/text-states'
import type { Db, Row, Tx } from '../../db/sql.ts'

export type ChangeRow = Row &
  LegalProposal & {
    id: string
    slug: LegalSlug
    follows: string | null
    status: 'requested' | 'approved' | 'rejected' | 'withdrawn'
    requested_by: string
    requested_by_name: string
    requested_at: Date
    decided_by: string | null
  }

const changes = `select c.id, c.slug, c.follows, c.version, c.title, c.changes, to_jsonb(c.summary) as summary, c.sections,
    c.is_material, c.effective_on, c.status, c.requested_by, e.name as requested_by_name, c.requested_at, c.decided_by
  from legal_changes c join employees e on e.user_id = c.requested_by`

/** What was last proposed for a text, with whether the reader counts as another person than its author. */
export function findNewestChange(
  db: Db,
  slug: LegalSlug,
  readerId: string,
): Promise<(ChangeRow & { is_others: boolean }) | null> {
  return db.first(
    `select n.*, ledger.independent(n.requested_by, $2) as is_others
     from (${changes} where c.slug = $1 order by c.requested_at desc, c.id desc limit 1) n`,
    [slug, readerId],
    'legal-newest-change',
  )
}

/** Held until the commit: of two who decide at once, the second finds it decided. */
export function findChangeForUpdate(tx: Tx, id: string, slug: LegalSlug): Promise<ChangeRow | null> {
  return tx.first<ChangeRow>(`${changes} where c.id = $1 and c.slug = $2 for no key update of c`, [id, slug])
}

export async function insertChange(
  tx: Tx,
  change: LegalProposal & { id: string; slug: LegalSlug; follows: string | null; requested_by: string },
): Promise<void> {
  await tx.run(
    `insert into legal_changes (id, slug, follows, version, title, changes, summary, sections, is_material, effective_on,
       requested_by, requested_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, ledger.now())`,
    [
      change.id,
      change.slug,
      change.follows,
      change.version,
      change.title,
      change.changes,
      change.summary,
      JSON.stringify(change.sections),
      change.is_material,
      change.effective_on,
      change.requested_by,
    ],
  )
}

export async function recordDecision(
  tx: Tx,
  decided: { id: string; status: 'rejected' | 'withdrawn'; decided_by: string },
): Promise<void> {
  await tx.run(
    'update legal_changes set status = $2, decided_by = $3, decided_at = ledger.now() where id = $1',
    [decided.id, decided.status, decided.decided_by],
  )
}

/** What is published of a text, by which it is known which version may come next. */
export async function findTextFacts(db: Db, slug: LegalSlug): Promise<TextFacts> {
  const row = await db.first<{ facts: TextFacts }>('select ledger.text_facts($1) as facts', [slug])
  return row!.facts
}

export type VersionRow = LegalTextVersion & { slug: LegalSlug; title: string }

/** Every version of one text or of all of them, the newest first. */
export async function listVersions(db: Db, slug: LegalSlug | null): Promise<VersionRow[]> {
  const rows = await db.rows<Row & Omit<VersionRow, 'state'> & { has_begun: boolean }>(
    `select d.slug, d.version, d.title, d.is_material, d.changes,
       to_char(d.effective_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as effective_on,
       d.effective_at <= ledger.now() as has_begun
     from legal_documents d where $1::text is null or d.slug = $1 order by d.effective_at desc`,
    [slug],
    'legal-versions',
  )
  const states = textStates(rows)
  return rows.map(({ has_begun: _, ...version }, at) => ({ ...version, state: states[at]! }))
}

export async function listWaitingSlugs(db: Db): Promise<ReadonlySet<LegalSlug>> {
  const rows = await db.rows<{ slug: LegalSlug }>(
    `select slug from legal_changes where status = 'requested'`,
    [],
    'legal-waiting',
  )
  return new Set(rows.map(({ slug }) => slug))
}
