import type { AffiliateReason, AffiliateStanding } from '@shirogane/contract/terms/affiliate-words'
import type { Db, Row, Tx } from '../../db/sql.ts'
import type { BecomePayload } from './present-live-event.ts'

export type AffiliatorRow = Row & { user_id: string; username: string; avatar: string | null; code: string }

/** By the code of the link or by the name, of members whose invitations still count. */
export function findAffiliator(
  db: Db,
  asked: { code: string | null; username: string | null },
): Promise<AffiliatorRow | null> {
  return db.first<AffiliatorRow>(
    `select a.user_id, u.username, u.avatar, a.code from affiliators a join users u on u.id = a.user_id
     where (a.code = $1 or u.username = $2) and a.active and u.suspended_at is null and u.verified
     order by a.code = $1 desc limit 1`,
    [asked.code, asked.username],
    'affiliator',
  )
}

/** Whether this is the code of a member who does not invite any more. */
export async function hasEnded(db: Db, code: string): Promise<boolean> {
  const row = await db.first(
    `select 1 as ended from affiliators where code = $1 and not active`,
    [code],
    'invitation-ended',
  )
  return row !== null
}

export async function mayInvite(db: Db, userId: string): Promise<boolean> {
  const row = await db.first(
    `select 1 as may from affiliators a join users u on u.id = a.user_id
     where a.user_id = $1 and a.active and u.suspended_at is null and u.verified`,
    [userId],
    'may-invite',
  )
  return row !== null
}

export type OwnRow = Row & {
  code: string
  terms_version: string
  agreed_at: Date
  stopped_at: Date | null
  left_at: Date | null
}

export function findOwn(db: Db, userId: string): Promise<OwnRow | null> {
  return db.first<OwnRow>(
    `select code, terms_version, agreed_at, stopped_at, left_at from affiliators where user_id = $1`,
    [userId],
    'own-affiliator',
  )
}

export type PersonRow = Row & {
  verified: boolean
  date_of_birth: string | null
  kyc_status: string
}

/** Held until the commit, so that nothing of them changes between the question and the answer. */
export function findPersonForUpdate(tx: Tx, userId: string): Promise<PersonRow | null> {
  return tx.first<PersonRow>(
    `select verified, to_char(date_of_birth, 'YYYY-MM-DD') as date_of_birth, kyc_status
     from users where id = $1 and type = 'customer' and suspended_at is null for update`,
    [userId],
    'affiliator-person',
  )
}

export async function findTermsVersion(tx: Tx): Promise<string> {
  const row = await tx.first<{ version: string }>(
    `select version from legal_documents where slug = 'affiliator' and effective_at <= ledger.now()
     order by effective_at desc limit 1`,
    [],
    'affiliator-terms',
  )
  if (!row) throw new Error('The brand has no terms for affiliators')
  return row.version
}

/** Answers false where they are one already; a code that exists, or whose letters are a member's name, is not taken. */
export async function recordAffiliator(
  tx: Tx,
  one: { user_id: string; code: string; terms_version: string; made_by: string | null; at: Date },
): Promise<'made' | 'already' | 'code_taken'> {
  if (await tx.first('select 1 as one from affiliators where user_id = $1', [one.user_id])) return 'already'
  const made = await tx.run(
    `insert into affiliators (user_id, code, terms_version, agreed_at, made_by, created_at)
     select $1, $2::text, $3, $4, $5, $4 where not exists (select from users where username = lower($2::text))
     on conflict (code) do nothing`,
    [one.user_id, one.code, one.terms_version, one.at, one.made_by],
  )
  if (made === 0) return 'code_taken'
  await recordConsent(tx, one)
  return 'made'
}

async function recordConsent(
  tx: Tx,
  one: { user_id: string; terms_version: string; at: Date },
): Promise<void> {
  await tx.run(
    `insert into consents (user_id, slug, version, agreed_at) values ($1, 'affiliator', $2, $3) on conflict do nothing`,
    [one.user_id, one.terms_version, one.at],
  )
}

/** Answers false where they had left already. */
export async function leaveInvitations(tx: Tx, userId: string, at: Date): Promise<boolean> {
  const count = await tx.run(
    `update affiliators set left_at = $2 where user_id = $1 and left_at is null`,
    [userId, at],
    'affiliator-leaves',
  )
  return count > 0
}

/**
 * A member who had left invites again, under their old code and by the terms in force. Answers null where they had not
 * left, or head office does not let them.
 */
export async function resumeInvitations(
  tx: Tx,
  one: { user_id: string; terms_version: string; made_by: string | null; at: Date },
): Promise<string | null> {
  const row = await tx.first<{ code: string }>(
    `update affiliators set left_at = null, terms_version = $2, agreed_at = $3, made_by = $4
     where user_id = $1 and left_at is not null and stopped_at is null returning code`,
    [one.user_id, one.terms_version, one.at, one.made_by],
    'affiliator-returns',
  )
  if (row) await recordConsent(tx, one)
  return row?.code ?? null
}

export type Reason = { own: boolean; held: boolean }

/** Why this employee may act for this customer. */
export async function findReason(
  db: Db,
  customerId: string,
  employee: { id: string; store_id: string | null },
): Promise<Reason> {
  const row = await db.first<Reason & Row>(
    `select ledger.is_own_account($3, $1) as own,
       exists (select from ledger.checkouts k join ledger.pay_codes c on c.id = k.pay_code_id
         where k.customer_id = $1 and k.store_id = $2 and k.status = 'open'
           and c.state = 'claimed' and c.claimed_until > ledger.now()) as held`,
    [customerId, employee.store_id, employee.id],
    'reason-to-make-affiliator',
  )
  return row!
}

export type BindingRow = Row & { id: string; affiliator_id: string }

export function findBinding(db: Db, userId: string): Promise<BindingRow | null> {
  return db.first<BindingRow>(
    `select id, affiliator_id from affiliates where user_id = $1`,
    [userId],
    'affiliate-binding',
  )
}

/** Answers false where another request was quicker. */
export async function recordAffiliate(
  tx: Tx,
  affiliate: {
    id: string
    user_id: string
    affiliator_id: string
    via: 'registration' | 'pay_code'
    at: Date
  },
): Promise<boolean> {
  const count = await tx.run(
    `insert into affiliates (id, user_id, affiliator_id, via, created_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id) do nothing`,
    [affiliate.id, affiliate.user_id, affiliate.affiliator_id, affiliate.via, affiliate.at],
  )
  return count > 0
}

export type StandingRow = Row & {
  id: string
  user_id: string
  affiliator_id: string
  standing: AffiliateStanding
}

export function findAffiliateForUpdate(tx: Tx, id: string): Promise<StandingRow | null> {
  return tx.first<StandingRow>(
    `select id, user_id, affiliator_id, standing from affiliates where id = $1 for update`,
    [id],
    'affiliate-for-update',
  )
}

/** Whether this employee shops with this account. */
export async function isOwnAccount(tx: Tx, employeeId: string, customerId: string): Promise<boolean> {
  const row = await tx.first<{ own: boolean }>(
    `select ledger.is_own_account($1, $2) as own`,
    [employeeId, customerId],
    'affiliate-own-account',
  )
  return row!.own
}

/** The one way in which the standing of an invitation changes. The ledger reads it where it confirms and takes back. */
export async function recordStanding(tx: Tx, id: string, standing: AffiliateStanding): Promise<void> {
  await tx.run(`update affiliates set standing = $2 where id = $1`, [id, standing], 'affiliate-standing')
}

/** Answers those that were not known before. */
export async function recordFlags(
  tx: Tx,
  affiliateId: string,
  reasons: readonly AffiliateReason[],
  at: Date,
): Promise<AffiliateReason[]> {
  const rows = await tx.rows<{ reason: AffiliateReason }>(
    `insert into affiliate_flags (affiliate_id, reason, found_at) select $1, reason, $3 from unnest($2::text[]) reason
     on conflict do nothing returning reason`,
    [affiliateId, reasons, at],
  )
  return rows.map(({ reason }) => reason)
}

export async function clearFlags(tx: Tx, affiliateId: string, at: Date): Promise<void> {
  await tx.run(`update affiliate_flags set cleared_at = $2 where affiliate_id = $1 and cleared_at is null`, [
    affiliateId,
    at,
  ])
}

export async function recordDecision(
  tx: Tx,
  one: {
    id: string
    affiliate_id: string
    decision: AffiliateStanding
    note: string
    decided_by: string
    at: Date
  },
): Promise<void> {
  await tx.run(
    `insert into affiliate_decisions (id, affiliate_id, decision, note, decided_by, decided_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [one.id, one.affiliate_id, one.decision, one.note, one.decided_by, one.at],
  )
}

/** Answers false where it stood so already. */
export async function stopAffiliator(
  tx: Tx,
  userId: string,
  stop: { by: string; note: string; at: Date } | null,
): Promise<boolean> {
  const count = await tx.run(
    `update affiliators set stopped_at = $2, stopped_by = $3, stop_reason = $4
     where user_id = $1 and (stopped_at is null) = ($2::timestamptz is not null)`,
    [userId, stop?.at ?? null, stop?.by ?? null, stop?.note ?? null],
  )
  return count > 0
}

export async function recordLiveEvent(
  db: Db,
  event: { id: string; user_id: string; event: 'becomeAffiliator'; payload: BecomePayload; at: Date },
): Promise<void> {
  await db.run(
    `insert into live_events (id, user_id, event, payload, created_at) values ($1, $2, $3, $4, $5)`,
    [event.id, event.user_id, event.event, JSON.stringify(event.payload), event.at],
  )
}
