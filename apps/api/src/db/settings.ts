import {
  isSettingValue,
  type NumberSetting,
  placeOfSetting,
  settingCatalogue,
  type SettingKey,
  type SettingValue,
  termsOfSetting,
  type ValueOfSetting,
} from '@shirogane/contract/rules/setting-catalogue'
import type { Db } from './sql.ts'

/** The present values of these settings: what was set, or the fallback. Every reader of a setting reads it by this. */
export async function readSettings<const Key extends SettingKey>(
  db: Db,
  keys: readonly Key[],
): Promise<{ [One in Key]: ValueOfSetting<One> }> {
  const places = new Set(keys.map((key) => placeOfSetting(key).row))
  const found = await db.rows<{ key: string; value: unknown }>(
    `select key, value from settings where key = any($1)`,
    [[...places]],
    'settings-in',
  )
  const rows = new Map(found.map(({ key, value }) => [key, value]))
  return Object.fromEntries(keys.map((key) => [key, valueOf(key, rows).value])) as {
    [One in Key]: ValueOfSetting<One>
  }
}

/** The same of one whole number within a statement that needs it for its rows: it is looked up once for all of them. */
export const wholeSetting = (key: NumberSetting): string =>
  `coalesce((select (value #>> '{}')::int from settings
    where key = '${key}' and jsonb_typeof(value) = 'number'), ${settingCatalogue[key].fallback})`

/** What holds now. Something in a row that no setting may be is taken as not set, as every reader takes it. */
export function valueOf(
  key: SettingKey,
  rows: ReadonlyMap<string, unknown>,
): { value: SettingValue; is_default: boolean } {
  const terms = termsOfSetting(key)
  const { row, field } = placeOfSetting(key)
  const held = field === null ? rows.get(row) : fieldsOf(rows.get(row))[field]
  return held !== undefined && held !== null && isSettingValue(terms, held)
    ? { value: held, is_default: false }
    : { value: terms.fallback, is_default: true }
}

/** The fields of a row that is a document; none of any other value. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
