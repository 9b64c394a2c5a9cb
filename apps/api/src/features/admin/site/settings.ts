import { settingKeys } from '@shirogane/contract/rules/setting-catalogue'
import type { Actor, Context } from '../../../context.ts'
import type { Output } from '../../../http/operation.ts'
import { listChanges } from '../index.ts'
import { getSettings } from '../../settings/get-setting.ts'

export async function listSettings(ctx: Context, actor: Actor): Promise<Output<'admin.settings'>> {
  const [items, changes] = await Promise.all([
    getSettings(ctx.db, actor, settingKeys),
    listChanges(ctx, 'setting'),
  ])
  return { items, changes }
}
