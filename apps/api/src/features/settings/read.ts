import type { SettingKey, SettingValue } from '@shirogane/contract/setting-catalogue'
import type { Db } from '../../db/sql.ts'
import { valueOf } from './rules.ts'
import { listSettings } from './store.ts'

/** What holds now of these settings: what was set, or what holds without. */
export async function readSettings<const Key extends SettingKey>(
  db: Db,
  keys: readonly Key[],
): Promise<Record<Key, SettingValue>> {
  const rows = new Map((await listSettings(db)).map(({ key, value }) => [key, value]))
  return Object.fromEntries(keys.map((key) => [key, valueOf(key, rows).value])) as Record<Key, SettingValue>
}
