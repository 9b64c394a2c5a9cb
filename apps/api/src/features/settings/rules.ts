import {
  placeOfSetting,
  type SettingKey,
  type SettingValue,
} from '@shirogane/contract/rules/setting-catalogue'
import { fieldsOf } from '../../db/settings.ts'

/** The row's whole value with one setting changed. What has none loses its field, or stands as nothing. */
export function rowWith(key: SettingKey, value: SettingValue, rows: ReadonlyMap<string, unknown>): unknown {
  const { row, field } = placeOfSetting(key)
  if (field === null) return value
  const { [field]: _, ...rest } = fieldsOf(rows.get(row))
  return value === null ? rest : { ...rest, [field]: value }
}
