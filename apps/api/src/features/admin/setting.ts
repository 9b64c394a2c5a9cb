import { publicSettingKeys } from '@shirogane/contract/admin'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { findSetting } from './store.ts'

/** Public keys for everyone; every other key is head office's, and for anybody else not there. */
export async function setting(
  ctx: Context,
  actor: Actor | null,
  { params: { key } }: Input<'admin.setting'>,
): Promise<Output<'admin.setting'>> {
  const isPublic = (publicSettingKeys as readonly string[]).includes(key)
  if (!isPublic && actor?.role !== 'owner') throw new Problem('NOT_FOUND')
  const row = await findSetting(ctx.db, key)
  if (!row) throw new Problem('NOT_FOUND')
  return { key, value: row.value as Output<'admin.setting'>['value'] }
}
