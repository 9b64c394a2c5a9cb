import type { KycDocument, Occupation, Purpose } from '@shirogane/contract/inputs/identity'
import type { Db, Row, Tx } from '../../db/sql.ts'

export type VisitRow = Row & {
  id: string
  user_id: string
  document: KycDocument
  occupation: Occupation
  purposes: Purpose[]
  expires_at: Date
  used_at: Date | null
  /** A keyed name of what was on record when the code was read. */
  read_record: string | null
}
const columns =
  'v.id, v.user_id, v.document, v.occupation, v.purposes, v.expires_at, v.used_at, v.read_record'

/** The code before it ends after a short overlap, because it may be under a scanner. */
export async function recordVisitRow(
  db: Db,
  visit: {
    id: string
    user_id: string
    session_id: string
    token_hash: Uint8Array
    code_hash: Uint8Array
    document: KycDocument
    occupation: Occupation
    purposes: readonly Purpose[]
    at: Date
    expires_at: Date
    overlap_until: Date
  },
): Promise<void> {
  await db.run(
    `with former as (
       update kyc_visits set expires_at = $11 where user_id = $2 and expires_at > $11 and read_at is null
     )
     insert into kyc_visits (id, user_id, session_id, token_hash, code_hash, document, occupation, purposes, issued_at,
       expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      visit.id,
      visit.user_id,
      visit.session_id,
      visit.token_hash,
      visit.code_hash,
      visit.document,
      visit.occupation,
      visit.purposes,
      visit.at,
      visit.expires_at,
      visit.overlap_until,
    ],
  )
}

/** Whose code this is, while the session that asked for it lives. */
export function findVisit(
  db: Db,
  hash: Uint8Array,
  employeeId: string,
): Promise<(VisitRow & { suspended_at: Date | null; is_own: boolean }) | null> {
  return db.first(
    `select ${columns}, u.suspended_at,
       ledger.is_own_account($2, u.id) as is_own
     from kyc_visits v join users u on u.id = v.user_id join sessions s on s.id = v.session_id
     where (v.token_hash = $1 or v.code_hash = $1) and s.revoked_at is null`,
    [hash, employeeId],
  )
}

export async function recordVisitReading(
  tx: Tx,
  reading: { id: string; employee_id: string; store_id: string; read_record: string; at: Date },
): Promise<void> {
  await tx.run(
    `update kyc_visits set read_by = $2, read_store_id = $3, read_record = $4, read_at = $5 where id = $1`,
    [reading.id, reading.employee_id, reading.store_id, reading.read_record, reading.at],
  )
}

/** The code that this manager has read in this store since then, and that stands for no request yet. */
export function findVisitForUpdate(
  tx: Tx,
  asked: { id: string; employee_id: string; store_id: string; since: Date },
): Promise<VisitRow | null> {
  return tx.first<VisitRow>(
    `select ${columns} from kyc_visits v join users u on u.id = v.user_id
     where v.id = $1 and v.read_by = $2 and v.read_store_id = $3 and v.read_at > $4 and v.used_at is null
       and u.suspended_at is null
     for update of v`,
    [asked.id, asked.employee_id, asked.store_id, asked.since],
  )
}

export async function spendVisit(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.run(`update kyc_visits set used_at = $2 where id = $1`, [id, at])
}
