import type { Setting } from '@shirogane/contract/resources/brand/office'
import {
  placeOfSetting,
  type SettingKey,
  takesTwo,
  termsOfSetting,
} from '@shirogane/contract/rules/setting-catalogue'
import type { Actor } from '../../context.ts'
import { valueOf } from '../../db/settings.ts'
import type { Db } from '../../db/sql.ts'
import { type ChangeRow, listWaiting } from './changes-store.ts'
import { listSettings } from './store.ts'

/** These settings as they hold now, with the changes that wait for an approval. */
export async function getSettings(db: Db, actor: Actor, keys: readonly SettingKey[]): Promise<Setting[]> {
  const [rows, waiting] = await Promise.all([listSettings(db), listWaiting(db, actor.user_id)])
  const values = new Map(rows.map(({ key, value }) => [key, value]))
  const times = new Map(rows.map(({ key, updated_at }) => [key, updated_at]))
  const changes = new Map(waiting.map((change) => [change.key, change]))
  return keys.map((key) => {
    const held = valueOf(key, values)
    const change = changes.get(key)
    return {
      key,
      group: termsOfSetting(key).group,
      ...held,
      updated_at: held.is_default ? null : (times.get(placeOfSetting(key).row)?.toISOString() ?? null),
      takes_two: takesTwo(key),
      waiting: change === undefined ? null : presentChange(change, actor),
    }
  })
}

function presentChange(
  change: ChangeRow & { is_others: boolean },
  actor: Actor,
): NonNullable<Setting['waiting']> {
  const own = change.requested_by === actor.user_id
  return {
    id: change.id,
    before: change.before,
    value: change.value,
    requested_by: change.requested_by_name,
    requested_at: change.requested_at.toISOString(),
    own,
    is_linked: !own && !change.is_others,
  }
}
