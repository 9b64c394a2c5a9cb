import type { Db, Row, Tx } from '../../../db/sql.ts'

export type NewAccount = {
  id: string
  username: string
  email: string | null
  phone_number: string
  password_hash: string
  referred_by_store: string | null
  at: Date
}

/** Whether there are terms to agree to, and a rank to begin with: an installation that has not opened has neither. */
export async function mayRegister(db: Db): Promise<boolean> {
  const row = await db.first<{ may: boolean }>(
    `select exists (select from levels where level_index = 0)
       and (select count(distinct slug) from legal_documents where slug in ('tos', 'pp') and effective_at <= now()) = 2 as may`,
    [],
    'may-register',
  )
  return row?.may === true
}

/** The terms in force are those that the person agreed to just now. */
export async function recordAccount(tx: Tx, account: NewAccount): Promise<void> {
  await tx.run(
    `insert into users (id, username, email, phone_number, password_hash, type, referred_by_store, created_at, terms_version)
     values ($1, $2, $3, $4, $5, 'customer', $6, $7,
       (select version from legal_documents where slug = 'tos' and effective_at <= now()
        order by effective_at desc limit 1))`,
    [
      account.id,
      account.username,
      account.email,
      account.phone_number,
      account.password_hash,
      account.referred_by_store,
      account.at,
    ],
  )
  await tx.run(
    `insert into consents (user_id, slug, version, agreed_at)
     select distinct on (slug) $1::uuid, slug, version, $2::timestamptz from legal_documents
     where slug in ('tos', 'pp') and effective_at <= now() order by slug, effective_at desc`,
    [account.id, account.at],
  )
  await tx.rows(`select ledger.open_wallet($1)`, [account.id])
}

/** Whether another person has this name; one that was given up is never given out again. */
export async function isUsernameTaken(db: Db, username: string, except: string | null): Promise<boolean> {
  const row = await db.first<{ taken: boolean }>(
    `select exists (select from users where username = $1 and id is distinct from $2::uuid)
       or exists (select from former_usernames where username = $1 and user_id is distinct from $2::uuid) as taken`,
    [username, except],
    'username-taken',
  )
  return row?.taken === true
}

export async function findStoreByRef(db: Db, code: string): Promise<string | null> {
  const row = await db.first<{ id: string }>(`select id from stores where code = $1`, [code])
  return row?.id ?? null
}

export type AccountState = Row & {
  verified: boolean
  phone_number: string | null
  phone_verified: boolean
  /**
   * Whether a message to the number reaches this person, as far as is known: no other has proved it since they gave it.
   */
  phone_reaches: boolean
  email: string | null
  email_verified: boolean
  username: string
  date_of_birth: string | null
  password_hash: string
  type: 'customer' | 'employee'
  suspended_at: Date | null
}

const selectAccount = `select verified, phone_number, phone_verified, phone_verified or not exists (
      select from users o where o.phone_number = users.phone_number and o.phone_verified) as phone_reaches,
    email, email_verified, username,
    to_char(date_of_birth, 'YYYY-MM-DD') as date_of_birth, password_hash, type, suspended_at from users where id = $1`

export function findAccount(db: Db, userId: string): Promise<AccountState | null> {
  return db.first<AccountState>(selectAccount, [userId])
}

export function findAccountForUpdate(tx: Tx, userId: string): Promise<AccountState | null> {
  return tx.first<AccountState>(`${selectAccount} for no key update`, [userId])
}

/** Answers whether this call made the person a verified member. Of two who prove one number at once, the index lets one through. */
export async function recordVerified(
  tx: Tx,
  how:
    | { user_id: string; method: 'pin'; phone_number: string; at: Date }
    | {
        user_id: string
        method: 'counter'
        phone_number: string | null
        at: Date
        employee_id: string
        store_id: string
        document: string
      },
): Promise<boolean> {
  const done = await tx.run(
    `update users set verified = true, phone_verified = phone_verified or $2
     where id = $1 and not verified and type = 'customer'`,
    [how.user_id, how.method === 'pin'],
  )
  if (done === 0) return false
  const counter = how.method === 'counter' ? how : null
  await tx.run(
    `insert into verifications (user_id, method, phone_number, employee_id, store_id, document, verified_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (user_id) do update set method = excluded.method, phone_number = excluded.phone_number,
       employee_id = excluded.employee_id, store_id = excluded.store_id, document = excluded.document,
       verified_at = excluded.verified_at`,
    [
      how.user_id,
      how.method,
      how.phone_number,
      counter?.employee_id ?? null,
      counter?.store_id ?? null,
      counter?.document ?? null,
      how.at,
    ],
  )
  return true
}

export async function recordPhone(tx: Tx, userId: string, phone: string): Promise<void> {
  await tx.run(`update users set phone_number = $2 where id = $1 and not verified`, [userId, phone])
}

/** Customers who registered before then and have not been verified since. */
export async function listUnverified(db: Db, before: Date): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select u.id from users u
     where u.type = 'customer' and not u.verified and u.created_at < $1 and u.closed_at is null
       and not exists (select from ledger.transactions t where t.customer_id = u.id)
     order by u.created_at limit 100`,
    [before],
  )
  return rows.map(({ id }) => id)
}

/** A name that was never a member's may be taken by another person, since it misleads no one. */
export async function freeUsername(tx: Tx, userId: string): Promise<void> {
  await tx.run(`delete from former_usernames where user_id = $1`, [userId])
}
