import { publicSettingKeys } from '@shirogane/contract/resources/brand/public-pages'
import { type SettingKey, settingKeys } from '@shirogane/contract/rules/setting-catalogue'
import type { Actor, Context } from '../../../../../context.ts'
import { valueOf } from '../../../../../db/settings.ts'
import type { Input, Output } from '../../../../../http/operation.ts'
import { Problem } from '../../../../../http/problem.ts'
import { findVersionInForce } from '../../../../legal/index.ts'
import { findSetting, listSettings } from '../../../../settings/store.ts'

/**
 * Public keys are for everyone; every other key is for staff, and not there for other callers. A key of the catalogue
 * that was never set answers what holds without it. The version of the terms is no row: it is that of the text in
 * force.
 */
export async function setting(
  ctx: Context,
  actor: Actor | null,
  { params: { key } }: Input<'admin.setting'>,
): Promise<Output<'admin.setting'>> {
  const isPublic = (publicSettingKeys as readonly string[]).includes(key)
  if (!isPublic && !actor?.employee) throw new Problem('NOT_FOUND')
  if (key === 'terms_version') return { key, value: await findVersionInForce(ctx.db, 'tos') }
  const row = await findSetting(ctx.db, key)
  if (row) return { key, value: row.value as Output<'admin.setting'>['value'] }
  const known = settingKeys.find((one): one is SettingKey => one === key)
  if (known === undefined) throw new Problem('NOT_FOUND')
  const rows = new Map((await listSettings(ctx.db)).map((one) => [one.key, one.value]))
  return { key, value: valueOf(known, rows).value }
}
