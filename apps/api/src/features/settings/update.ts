import {
  isSettingValue,
  placeOfSetting,
  settingKeys,
  termsOfSetting,
} from '@shirogane/contract/setting-catalogue'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { forgetBanners, recordChange } from '../admin/index.ts'
import { rowWith, valueOf } from './rules.ts'
import { listSettings, lockSettings, saveSetting } from './store.ts'

/** One setting, from what its changer saw to what it shall be: whoever saw something else has to look again. */
export async function update(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.updateSetting'>,
): Promise<Output<'admin.updateSetting'>> {
  const key = settingKeys.find((one) => one === params.key)
  if (key === undefined) throw new Problem('NOT_FOUND')
  if (!isSettingValue(termsOfSetting(key), body.value)) throw new Problem('SETTING_VALUE')
  const at = ctx.now()
  await ctx.transact(async (tx) => {
    await lockSettings(tx)
    const rows = new Map((await listSettings(tx)).map((row) => [row.key, row.value]))
    const before = valueOf(key, rows).value
    if (before !== body.before) throw new Problem('CONFLICT')
    await saveSetting(tx, placeOfSetting(key).row, rowWith(key, body.value, rows), at)
    await recordChange(ctx, tx, {
      actor,
      requestId,
      action: 'setting.change',
      object: `setting:${key}`,
      before: { [key]: before },
      after: { [key]: body.value },
    })
  })
  // The notice above every screen comes with the banners.
  forgetBanners(ctx)
  return {
    key,
    group: termsOfSetting(key).group,
    value: body.value,
    is_default: body.value === null,
    updated_at: body.value === null ? null : at.toISOString(),
  }
}
