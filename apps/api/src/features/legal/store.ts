import type { ChangedTerms, LegalDocument, LegalSlug } from '@shirogane/contract/resources/brand/legal'
import type { Db, Row } from '../../db/sql.ts'

export type EntryRow = Row & Omit<LegalDocument, 'changes' | 'summary' | 'sections' | 'versions'>
export type DocumentRow = EntryRow & Pick<LegalDocument, 'changes' | 'summary' | 'sections' | 'versions'>

const entry = `d.slug, d.version, d.title, d.is_material,
  to_char(d.effective_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as effective_on`

export function listInForce(db: Db): Promise<EntryRow[]> {
  return db.rows<EntryRow>(
    `select distinct on (d.slug) ${entry} from legal_documents d
     where d.effective_at <= ledger.now() order by d.slug, d.effective_at desc`,
    [],
    'legal-in-force',
  )
}

/** The version that was asked for, else the one in force. */
export function findDocument(db: Db, slug: LegalSlug, version: string | null): Promise<DocumentRow | null> {
  return db.first<DocumentRow>(
    `select ${entry}, d.changes, to_jsonb(d.summary) as summary, d.sections,
       (select jsonb_agg(jsonb_build_object('version', v.version,
          'effective_on', to_char(v.effective_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD')) order by v.effective_at desc)
        from legal_documents v where v.slug = d.slug) as versions
     from legal_documents d
     where d.slug = $1 and case when $2::text is null then d.effective_at <= ledger.now() else d.version = $2 end
     order by d.effective_at desc limit 1`,
    [slug, version],
    'legal-document',
  )
}

/** What the terms in force changed, version by version, for a person who last agreed to an older one. */
export function listChangesSince(db: Db, userId: string): Promise<(Row & ChangedTerms)[]> {
  return db.rows<Row & ChangedTerms>(
    `select d.version, to_char(d.effective_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as effective_on, d.changes
     from users u
     join legal_documents a on a.slug = 'tos' and a.version = u.terms_version
     join legal_documents d on d.slug = 'tos' and d.effective_at > a.effective_at and d.effective_at <= ledger.now()
     where u.id = $1 and d.changes <> '' order by d.effective_at desc`,
    [userId],
    'legal-changes-since',
  )
}

export async function findVersionInForce(db: Db, slug: LegalSlug): Promise<string | null> {
  const row = await db.first<{ version: string }>(
    `select version from legal_documents where slug = $1 and effective_at <= ledger.now()
     order by effective_at desc limit 1`,
    [slug],
    'legal-version-in-force',
  )
  return row?.version ?? null
}
