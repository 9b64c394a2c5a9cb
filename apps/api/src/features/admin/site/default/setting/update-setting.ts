import {
  isSettingValue,
  placeOfSetting,
  type SettingKey,
  settingKeys,
  type SettingValue,
  takesTwo,
  termsOfSetting,
} from '@shirogane/contract/rules/setting-catalogue'
import type { Actor, Context } from '../../../../../context.ts'
import { valueOf } from '../../../../../db/settings.ts'
import type { Tx } from '../../../../../db/sql.ts'
import { uuidv7 } from '../../../../../db/uuid.ts'
import type { Input, Output } from '../../../../../http/operation.ts'
import { Problem } from '../../../../../http/problem.ts'
import { recordChange } from '../../../index.ts'
import { forgetBanners } from '../../../../banners/index.ts'
import { notifyHeadOffice } from '../../../../notifications/index.ts'
import { forgetDirectory } from '../../../../transactions/index.ts'
import { insertRequest } from '../../../../settings/changes-store.ts'
import { getSettings } from '../../../../settings/get-setting.ts'
import { rowWith } from '../../../../settings/rules.ts'
import { listSettings, lockSettings, saveSetting } from '../../../../settings/store.ts'

/**
 * One setting, from what its changer saw to what it shall be: a caller who saw something else has to look again. A
 * limit stays as it is until another person of head office approves.
 */
export async function updateSetting(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.updateSetting'>,
): Promise<Output<'admin.updateSetting'>> {
  const key = settingKeys.find((one) => one === params.key)
  if (key === undefined) throw new Problem('NOT_FOUND')
  if (!isSettingValue(termsOfSetting(key), body.value)) throw new Problem('SETTING_VALUE')
  await ctx.transact(async (tx) => {
    await lockSettings(tx)
    const rows = await readRows(tx)
    const before = valueOf(key, rows).value
    if (before !== body.before) throw new Problem('CONFLICT')
    if (before === body.value) return
    const isAsked = takesTwo(key)
    if (isAsked) await ask(ctx, tx, actor, { key, before, value: body.value })
    else await put(tx, key, body.value, ctx.now())
    await recordChange(ctx, tx, {
      actor,
      requestId,
      action: isAsked ? 'setting.request' : 'setting.change',
      object: `setting:${key}`,
      before: { [key]: before },
      after: { [key]: body.value },
    })
  })
  ctx.wakePusher()
  // The notice above every screen comes with the banners.
  forgetBanners(ctx)
  // Sales are priced and taken by some of them.
  forgetDirectory(ctx)
  return (await getSettings(ctx.db, actor, [key]))[0]!
}

export async function readRows(tx: Tx): Promise<ReadonlyMap<string, unknown>> {
  return new Map((await listSettings(tx)).map((row) => [row.key, row.value]))
}

export async function put(tx: Tx, key: SettingKey, value: SettingValue, at: Date): Promise<void> {
  await saveSetting(tx, placeOfSetting(key).row, rowWith(key, value, await readRows(tx)), at)
}

async function ask(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  change: { key: SettingKey; before: SettingValue; value: SettingValue },
): Promise<void> {
  const id = uuidv7(ctx.now())
  await insertRequest(tx, { id, ...change, requested_by: actor.user_id, at: ctx.now() })
  await notifyHeadOffice(
    ctx,
    tx,
    [
      {
        key: `setting:${id}`,
        kind: 'setting_proposed',
        facts: { key: change.key, by: actor.employee?.name ?? '' },
        topic: 'security',
        path: `/admin?tab=settings&id=${change.key}`,
      },
    ],
    { besides: actor.user_id },
  )
}
