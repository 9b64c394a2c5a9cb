import { placeOfSetting, settingKeys, termsOfSetting } from '@shirogane/contract/setting-catalogue'
import type { Context } from '../../context.ts'
import type { Output } from '../../http/operation.ts'
import { listChanges } from '../admin/index.ts'
import { valueOf } from './rules.ts'
import { listSettings } from './store.ts'

export async function list(ctx: Context): Promise<Output<'admin.settings'>> {
  const [rows, changes] = await Promise.all([listSettings(ctx.db), listChanges(ctx, 'setting')])
  const values = new Map(rows.map(({ key, value }) => [key, value]))
  const times = new Map(rows.map(({ key, updated_at }) => [key, updated_at]))
  return {
    items: settingKeys.map((key) => {
      const held = valueOf(key, values)
      return {
        key,
        group: termsOfSetting(key).group,
        ...held,
        updated_at: held.is_default ? null : (times.get(placeOfSetting(key).row)?.toISOString() ?? null),
      }
    }),
    changes,
  }
}
