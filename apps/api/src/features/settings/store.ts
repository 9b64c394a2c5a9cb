import type { Db, Row, Tx } from '../../db/sql.ts'

export type SettingRow = Row & { key: string; value: unknown; updated_at: Date }

export function findSetting(db: Db, key: string): Promise<SettingRow | null> {
  return db.first<SettingRow>(
    `select key, value, updated_at from settings where key = $1`,
    [key],
    'setting-row',
  )
}

export function listSettings(db: Db): Promise<SettingRow[]> {
  return db.rows<SettingRow>(`select key, value, updated_at from settings`, [], 'settings')
}

/** Changes of settings are made one after another: two fields of one document would overwrite each other. */
export async function lockSettings(tx: Tx): Promise<void> {
  await tx.rows(`select pg_advisory_xact_lock(hashtextextended('settings', 0))`)
}

export async function saveSetting(tx: Tx, key: string, value: unknown, at: Date): Promise<void> {
  await tx.run(
    `insert into settings (key, value, updated_at) values ($1, $2, $3)
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
    [key, JSON.stringify(value), at],
    'save-setting',
  )
}
