import type {
  FaceAction,
  KycDocument,
  KycSide,
  Occupation,
  Purpose,
  RejectReason,
} from '@shirogane/contract/inputs/identity'
import type { User } from '@shirogane/contract/resources/shapes'
import { limits } from '@shirogane/contract/rules/limits'
import type { Db, Row, Tx } from '../../db/sql.ts'

export type FileRow = Row & {
  name: string
  object: string
  user_id: string
  encrypted_key: Buffer | null
  created_at: Date
}

export async function recordFile(
  db: Db,
  file: { name: string; user_id: string; encrypted_key: Uint8Array; at: Date },
): Promise<void> {
  await db.run(
    `insert into private_files (name, object, user_id, purpose, encrypted_key, created_at) values ($1, $1, $2, 'kyc', $3, $4)`,
    [file.name, file.user_id, file.encrypted_key, file.at],
    'record-private-file',
  )
}

/** Of the named files those that are this person's own and in no request yet. Held until the commit. */
export function listUnusedFiles(tx: Tx, userId: string, names: readonly string[]): Promise<FileRow[]> {
  return tx.rows<FileRow>(
    `select f.name, f.object, f.user_id, f.encrypted_key, f.created_at from private_files f
     where f.user_id = $1 and f.name = any ($2) and f.erased_at is null
       and not exists (select from kyc_images i where i.name = f.name)
     for update of f`,
    [userId, names],
    'unused-private-files',
  )
}

/** Files that were never sent in, and those of people who have left and whose records have had their time. */
export function listErasable(db: Db, at: Date): Promise<(Row & { name: string; object: string })[]> {
  return db.rows(
    `select f.name, f.object from private_files f
     where f.erased_at is null and not exists (select from kyc_images i where i.name = f.name)
       and f.created_at < $1::timestamptz - make_interval(hours => $2)
     union all
     select f.name, f.object from private_files f join users u on u.id = f.user_id
     where f.erased_at is null and u.closed_at < $1::timestamptz - interval '7 years'
     limit 500`,
    [at, limits.privateUnusedHours],
    'erasable-private-files',
  )
}

/** Forgets the key: from here on the file is noise, wherever a copy of it lies. */
export async function eraseKey(db: Db, name: string, at: Date): Promise<void> {
  await db.run(
    `update private_files set encrypted_key = null, erased_at = $2 where name = $1 and erased_at is null`,
    [name, at],
    'erase-private-file',
  )
}

export async function recordRedaction(
  tx: Tx,
  file: { name: string; object: string; encrypted_key: Uint8Array; at: Date },
): Promise<void> {
  await tx.run(
    `update private_files set object = $2, encrypted_key = $3, redacted_at = $4 where name = $1`,
    [file.name, file.object, file.encrypted_key, file.at],
    'redact-private-file',
  )
}

export type SubjectRow = Row & {
  id: string
  kyc_status: User['kyc_status']
  email: string | null
  last_name: string | null
  first_name: string | null
  last_name_kana: string | null
  first_name_kana: string | null
  date_of_birth: string | null
  address: string | null
}

const subjectColumns = `u.id, u.kyc_status, u.email, u.last_name, u.first_name, u.last_name_kana, u.first_name_kana,
  to_char(u.date_of_birth, 'YYYY-MM-DD') as date_of_birth, u.address`

export async function getSubject(db: Db, userId: string): Promise<SubjectRow> {
  const row = await db.first<SubjectRow>(
    `select ${subjectColumns} from users u where u.id = $1`,
    [userId],
    'kyc-subject',
  )
  if (!row) throw new Error('A person of whom we know is not there')
  return row
}

export async function getSubjectForUpdate(tx: Tx, userId: string): Promise<SubjectRow> {
  const row = await tx.first<SubjectRow>(
    `select ${subjectColumns} from users u where u.id = $1 for update`,
    [userId],
    'kyc-subject-for-update',
  )
  if (!row) throw new Error('A person of whom we know is not there')
  return row
}

/** How often a person has asked: ever, and in the days that count. */
export async function countRequests(
  db: Db,
  userId: string,
  at: Date,
): Promise<{ ever: number; lately: number }> {
  const row = await db.first<{ ever: number; lately: number }>(
    `select count(*)::int as ever,
       count(*) filter (where submitted_at > $2::timestamptz - make_interval(days => $3))::int as lately
     from kyc_requests where user_id = $1`,
    [userId, at, limits.kycRequestsDays],
    'count-kyc-requests',
  )
  return row ?? { ever: 0, lately: 0 }
}

export async function isMethodOpen(db: Db, method: string, on: string): Promise<boolean> {
  const row = await db.first(
    `select 1 as open from kyc_methods
     where method = $1 and is_offered and $2::date between valid_from and coalesce(valid_to, 'infinity')`,
    [method, on],
    'kyc-method',
  )
  return row !== null
}

export type NewRequest = {
  id: string
  user_id: string
  method: string
  document: KycDocument
  name: string
  name_kana: string
  date_of_birth: string
  address: string
  occupation: Occupation
  purposes: readonly Purpose[]
  action: FaceAction | null
  attempt: number
  at: Date
  /** Who looked at the documents across the counter. */
  seen?: { by: string; store_id: string; expires_on: string | null }
  images: readonly { side: KycSide; name: string; source: 'camera' | 'file' }[]
}

export async function recordRequest(tx: Tx, request: NewRequest): Promise<void> {
  await tx.run(
    `insert into kyc_requests (id, user_id, method, document, name, name_kana, date_of_birth, address, occupation, purposes,
       action, attempt, submitted_at, seen_by, seen_store_id, seen_expires_on)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      request.id,
      request.user_id,
      request.method,
      request.document,
      request.name,
      request.name_kana,
      request.date_of_birth,
      request.address,
      request.occupation,
      request.purposes,
      request.action,
      request.attempt,
      request.at,
      request.seen?.by ?? null,
      request.seen?.store_id ?? null,
      request.seen?.expires_on ?? null,
    ],
    'record-kyc-request',
  )
  await tx.run(
    `insert into kyc_images (request_id, side, name, source)
     select $1, side, name, source from unnest($2::text[], $3::text[], $4::text[]) as t (side, name, source)`,
    [
      request.id,
      request.images.map(({ side }) => side),
      request.images.map(({ name }) => name),
      request.images.map(({ source }) => source),
    ],
    'record-kyc-images',
  )
}

export async function moveStatus(tx: Tx, userId: string, status: User['kyc_status']): Promise<void> {
  await tx.run(`update users set kyc_status = $2 where id = $1`, [userId, status], 'move-kyc-status')
}

export type RequestRow = Row & {
  id: string
  user_id: string
  username: string
  document: KycDocument
  name: string
  name_kana: string
  date_of_birth: string
  address: string
  occupation: Occupation
  purposes: Purpose[]
  action: FaceAction | null
  seen: { employee_name: string; store_name: string; document_expires_on: string | null } | null
  attempt: number
  submitted_at: Date
  status: 'pending' | 'approved' | 'rejected'
  decided_at: Date | null
  document_expires_on: string | null
  is_newest: boolean
  images: { side: KycSide; name: string; source: 'camera' | 'file'; taken_at: string; redacted: boolean }[]
  decisions: {
    decision: 'approve' | 'reject'
    employee_id: string
    employee_name: string
    reasons: RejectReason[]
    note: string | null
    at: string
  }[]
}

const selectRequest = `select r.id, r.user_id, u.username, r.document, r.name, r.name_kana,
    to_char(r.date_of_birth, 'YYYY-MM-DD') as date_of_birth, r.address, r.occupation, r.purposes, r.action, r.attempt,
    r.submitted_at, r.status, r.decided_at, to_char(r.document_expires_on, 'YYYY-MM-DD') as document_expires_on,
    (select jsonb_build_object('employee_name', e.name, 'store_name', s.name, 'document_expires_on', r.seen_expires_on)
      from employees e, stores s where e.user_id = r.seen_by and s.id = r.seen_store_id) as seen,
    not exists (select from kyc_requests n where n.user_id = r.user_id and n.attempt > r.attempt) as is_newest,
    coalesce((select jsonb_agg(jsonb_build_object('side', i.side, 'name', i.name, 'source', i.source,
        'taken_at', f.created_at, 'redacted', f.redacted_at is not null)
        order by array_position(array['front', 'side', 'back', 'face', 'action'], i.side))
      from kyc_images i join private_files f on f.name = i.name
      where i.request_id = r.id and f.erased_at is null), '[]') as images,
    coalesce((select jsonb_agg(jsonb_build_object('decision', d.decision, 'employee_id', d.employee_id,
        'employee_name', e.name, 'reasons', d.reasons, 'note', d.note, 'at', d.at) order by d.at, d.id)
      from kyc_decisions d join employees e on e.user_id = d.employee_id where d.request_id = r.id), '[]') as decisions
  from kyc_requests r join users u on u.id = r.user_id`

/** As one reviewer finds it. */
export type ReviewedRow = RequestRow & {
  /** The person who saw these documents in a shop, or sent them back, counts as the same person as the reviewer. */
  in_one_hand: boolean
}

export function findRequest(db: Db, id: string, reviewerId: string): Promise<ReviewedRow | null> {
  return db.first<ReviewedRow>(
    `select q.*, exists (
       select from (select seen_by as by from kyc_requests where id = $1
         union select employee_id from kyc_decisions where request_id = $1 and decision = 'reject') before
       where before.by is not null and not ledger.independent(before.by, $2)) as in_one_hand
     from (${selectRequest} where r.id = $1) q`,
    [id, reviewerId],
    'kyc-request',
  )
}

/** Whose request it is. The person's row is locked before their requests, here as where they ask. */
export function findSubjectId(db: Db, requestId: string): Promise<{ user_id: string } | null> {
  return db.first(`select user_id from kyc_requests where id = $1`, [requestId], 'kyc-request-of')
}

export function findNewestRequest(db: Db, userId: string): Promise<RequestRow | null> {
  return db.first<RequestRow>(
    `${selectRequest} where r.user_id = $1 order by r.attempt desc limit 1`,
    [userId],
    'newest-kyc-request',
  )
}

export type QueueRow = Row &
  Pick<
    RequestRow,
    | 'id'
    | 'username'
    | 'document'
    | 'name'
    | 'name_kana'
    | 'attempt'
    | 'submitted_at'
    | 'status'
    | 'decided_at'
  >

/**
 * A person who has left is not decided on any more. Those who wait come in the order in which they came; what is done
 * comes newest first.
 */
export function listRequests(
  db: Db,
  status: RequestRow['status'],
  offset: number,
  limit: number,
): Promise<QueueRow[]> {
  return db.rows<QueueRow>(
    `select r.id, u.username, r.document, r.name, r.name_kana, r.attempt, r.submitted_at, r.status, r.decided_at
     from kyc_requests r join users u on u.id = r.user_id
     where r.status = $1 and u.closed_at is null
     order by case when $1 = 'pending' then r.submitted_at end, r.submitted_at desc, r.id
     offset $2 limit $3`,
    [status, offset, limit],
    'kyc-queue',
  )
}

export async function countQueue(db: Db, status: RequestRow['status']): Promise<number> {
  const row = await db.first<{ count: number }>(
    `select count(*)::int as count from (
       select 1 from kyc_requests r join users u on u.id = r.user_id
       where r.status = $1 and u.closed_at is null limit ${limits.listTotalCap + 1}) counted`,
    [status],
    'kyc-queue-count',
  )
  return row?.count ?? 0
}

export function findNextPending(db: Db): Promise<{ id: string } | null> {
  return db.first(
    `select r.id from kyc_requests r join users u on u.id = r.user_id
     where r.status = 'pending' and u.closed_at is null order by r.submitted_at, r.id limit 1`,
    [],
    'next-kyc-request',
  )
}

/** Other checked members with the same reading of the name and the same date of birth. */
export async function countLookalikes(db: Db, request: RequestRow): Promise<number> {
  const row = await db.first<{ count: number }>(
    `select count(*)::int as count from users u
     where u.id <> $1 and u.kyc_status = 'approved' and u.date_of_birth = $2
       and concat(u.last_name_kana, u.first_name_kana) = regexp_replace($3, '\\s', '', 'g')`,
    [request.user_id, request.date_of_birth, request.name_kana],
    'kyc-lookalikes',
  )
  return row?.count ?? 0
}

export async function findOwnCustomerId(db: Db, employeeId: string): Promise<string | null> {
  const row = await db.first<{ own_customer_id: string | null }>(
    `select own_customer_id from employees where user_id = $1`,
    [employeeId],
    'own-customer',
  )
  return row?.own_customer_id ?? null
}

export type Decision = {
  id: string
  request_id: string
  decision: 'approve' | 'reject'
  employee_id: string
  reasons: readonly RejectReason[]
  note: string | null
  document_expires_on: string | null
  at: Date
}

export async function recordDecision(tx: Tx, decision: Decision): Promise<void> {
  await tx.run(
    `insert into kyc_decisions (id, request_id, decision, employee_id, reasons, note, at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      decision.id,
      decision.request_id,
      decision.decision,
      decision.employee_id,
      decision.reasons,
      decision.note,
      decision.at,
    ],
    'record-kyc-decision',
  )
  await tx.run(
    `update kyc_requests set status = $2, decided_at = $3, document_expires_on = $4 where id = $1`,
    [
      decision.request_id,
      decision.decision === 'approve' ? 'approved' : 'rejected',
      decision.at,
      decision.document_expires_on,
    ],
    'decide-kyc-request',
  )
}

export type Look = {
  id: string
  at: Date
  actor_id: string
  action: 'kyc.visit' | 'kyc.seen' | 'kyc.show' | 'kyc.image' | 'kyc.redact' | 'kyc.decide'
  subject_id: string
  object: string
  request_id: string
}

export async function recordLook(db: Db, look: Look): Promise<void> {
  await db.run(
    `insert into audit_log (id, at, actor_id, action, subject_id, object, request_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [look.id, look.at, look.actor_id, look.action, look.subject_id, look.object, look.request_id],
    'record-look',
  )
}

export function findFile(db: Db, requestId: string, side: string): Promise<(FileRow & RequestState) | null> {
  return db.first<FileRow & RequestState>(
    `select f.name, f.object, f.user_id, f.encrypted_key, f.created_at, r.status, r.decided_at
     from kyc_images i join private_files f on f.name = i.name join kyc_requests r on r.id = i.request_id
     where i.request_id = $1 and i.side = $2 and f.erased_at is null`,
    [requestId, side],
    'kyc-image',
  )
}
export type RequestState = Pick<RequestRow, 'status' | 'decided_at'>

/** Approvals whose paper ended so long ago that it has to be shown anew. Taken one by one, so that none is missed. */
export function listEndedApprovals(
  db: Db,
  today: string,
): Promise<(Row & { user_id: string; request_id: string })[]> {
  return db.rows(
    `select u.id as user_id, r.id as request_id
     from users u join lateral (
       select n.id, n.document_expires_on from kyc_requests n
       where n.user_id = u.id and n.status = 'approved' order by n.attempt desc limit 1) r on true
     where u.kyc_status = 'approved' and r.document_expires_on + $2::int < $1::date
     limit 500`,
    [today, limits.kycExpiryGraceDays],
    'ended-kyc-approvals',
  )
}
