import type { Db, Row, Tx } from '../../db/sql.ts'

export type ProfileRow = Row & {
  type: 'customer' | 'employee'
  username: string
  username_changed_at: Date | null
  last_name: string | null
  first_name: string | null
  last_name_kana: string | null
  first_name_kana: string | null
  date_of_birth: string | null
  gender: string | null
  kyc_status: string
}

export async function getProfileForUpdate(tx: Tx, userId: string): Promise<ProfileRow> {
  const row = await tx.first<ProfileRow>(
    `select type, username, username_changed_at, last_name, first_name, last_name_kana, first_name_kana,
       to_char(date_of_birth, 'YYYY-MM-DD') as date_of_birth, gender, kyc_status
     from users where id = $1 for update`,
    [userId],
    'profile-for-update',
  )
  if (!row) throw new Error('A signed-in person is not there')
  return row
}

export type ProfileChange = Omit<ProfileRow, 'type' | 'username_changed_at'> & {
  search_name: string
  guardian: { name: string; at: Date } | null
}

export async function recordProfile(tx: Tx, userId: string, change: ProfileChange): Promise<void> {
  await tx.run(
    `update users set last_name = $2, first_name = $3, last_name_kana = $4, first_name_kana = $5, search_name = $6,
       date_of_birth = $7, gender = $8, kyc_status = $9, guardian_name = coalesce($10, guardian_name),
       guardian_consented_at = coalesce($11, guardian_consented_at)
     where id = $1`,
    [
      userId,
      change.last_name,
      change.first_name,
      change.last_name_kana,
      change.first_name_kana,
      change.search_name,
      change.date_of_birth,
      change.gender,
      change.kyc_status,
      change.guardian?.name ?? null,
      change.guardian?.at ?? null,
    ],
    'record-profile',
  )
}

/** Answers false where the name is another person's, or once was. */
export async function changeUsername(tx: Tx, userId: string, username: string): Promise<boolean> {
  await tx.run('savepoint username')
  try {
    await tx.run(
      `update users set username = $2, username_changed_at = ledger.now() where id = $1`,
      [userId, username],
      'username',
    )
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    await tx.run('rollback to savepoint username')
    return false
  }
}

/** The versions that are in force now, of the texts that one consent covers. */
export function listTermsInForce(db: Db): Promise<(Row & { slug: 'tos' | 'pp'; version: string })[]> {
  return db.rows(
    `select distinct on (slug) slug, version from legal_documents
     where slug in ('tos', 'pp') and effective_at <= ledger.now() order by slug, effective_at desc`,
    [],
    'terms-in-force',
  )
}

export async function recordConsent(
  tx: Tx,
  userId: string,
  terms: readonly { slug: string; version: string }[],
): Promise<void> {
  await tx.run(
    `insert into consents (user_id, slug, version, agreed_at)
     select $1, slug, version, ledger.now() from unnest($2::text[], $3::text[]) as t (slug, version)
     on conflict do nothing`,
    [userId, terms.map(({ slug }) => slug), terms.map(({ version }) => version)],
    'record-consent',
  )
  const tos = terms.find(({ slug }) => slug === 'tos')
  if (tos)
    await tx.run(`update users set terms_version = $2 where id = $1`, [userId, tos.version], 'accept-terms')
}
