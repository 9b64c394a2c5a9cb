import {
  isSettingValue,
  placeOfSetting,
  type SettingKey,
  type SettingValue,
  termsOfSetting,
} from '@shirogane/contract/setting-catalogue'

type Rows = ReadonlyMap<string, unknown>

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

/** What holds now. Something in a row that no setting may be is taken as not set, as whoever reads it does. */
export function valueOf(key: SettingKey, rows: Rows): { value: SettingValue; is_default: boolean } {
  const terms = termsOfSetting(key)
  const { row, field } = placeOfSetting(key)
  const held = field === null ? rows.get(row) : fieldsOf(rows.get(row))[field]
  return held !== undefined && held !== null && isSettingValue(terms, held)
    ? { value: held, is_default: false }
    : { value: terms.fallback, is_default: true }
}

/** The row's whole value with one setting changed. What has none loses its field, or stands as nothing. */
export function rowWith(key: SettingKey, value: SettingValue, rows: Rows): unknown {
  const { row, field } = placeOfSetting(key)
  if (field === null) return value
  const { [field]: _, ...rest } = fieldsOf(rows.get(row))
  return value === null ? rest : { ...rest, [field]: value }
}
