import type { Db, Row, Tx } from '../../db/sql.ts'

export type Announcement = Row & {
  document_id: string
  version: string
  changes: string
  effective_on: string
  /** Where the next run goes on: after the last member who was notified, or before those who joined a moment ago. */
  notified_until: string
  notified_id: string
}

/**
 * Held until the commit; what another process holds is skipped. A member whose registration was committed after its turn
 * stands before the mark: those who joined within the hour are looked at again, and told of once all the same.
 */
export function takeAnnouncement(tx: Tx, documentId: string, again: boolean): Promise<Announcement | null> {
  return tx.first<Announcement>(
    `select a.document_id, d.version, d.changes,
       to_char(d.effective_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as effective_on,
       case when $2 and a.notified_until > now() - interval '1 hour' then now() - interval '1 hour' else a.notified_until end::text
         as notified_until,
       a.notified_id
     from terms_announcements a join legal_documents d on d.id = a.document_id
     where a.document_id = $1 and d.effective_at > ledger.now() for no key update of a skip locked`,
    [documentId, again],
    'terms-take',
  )
}

/** Terms that are published and not in force yet. */
export async function listAnnounced(db: Db): Promise<string[]> {
  const rows = await db.rows<{ document_id: string }>(
    `select a.document_id from terms_announcements a join legal_documents d on d.id = a.document_id
     where d.effective_at > ledger.now() order by d.effective_at`,
    [],
    'terms-announced',
  )
  return rows.map(({ document_id }) => document_id)
}

export type Member = Row & {
  id: string
  /** To the microsecond, as text. */
  joined: string
  /** Where it is confirmed to be theirs. */
  email: string | null
}

/** The next members in the order in which they joined. */
export function listNextMembers(
  db: Db,
  { notified_until, notified_id }: Pick<Announcement, 'notified_until' | 'notified_id'>,
  limit: number,
): Promise<Member[]> {
  return db.rows<Member>(
    `select u.id, u.created_at::text as joined, case when u.email_verified then u.email end as email from users u
     where u.type = 'customer' and u.closed_at is null and (u.created_at, u.id) > ($1::timestamptz, $2::uuid)
     order by u.created_at, u.id limit $3`,
    [notified_until, notified_id, limit],
    'terms-members',
  )
}

export async function markNotified(tx: Tx, documentId: string, last: Member): Promise<void> {
  await tx.run(
    'update terms_announcements set notified_until = $2::timestamptz, notified_id = $3 where document_id = $1',
    [documentId, last.joined, last.id],
    'terms-told',
  )
}
