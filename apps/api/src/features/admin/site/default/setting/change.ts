import { settingKeys } from '@shirogane/contract/rules/setting-catalogue'
import type { Actor, Context } from '../../../../../context.ts'
import { valueOf } from '../../../../../db/settings.ts'
import type { Input, Output } from '../../../../../http/operation.ts'
import { Problem } from '../../../../../http/problem.ts'
import { recordChange } from '../../../index.ts'
import { areTwo } from '../../../../approvals/index.ts'
import { forgetDirectory } from '../../../../transactions/index.ts'
import { findChangeForUpdate, recordDecision } from '../../../../settings/changes-store.ts'
import { getSettings } from '../../../../settings/get-setting.ts'
import { lockSettings } from '../../../../settings/store.ts'
import { put, readRows } from './update-setting.ts'

/** The second person's approval of a change of a limit; the one who asked can only withdraw it. */
export async function decideSettingChange(
  ctx: Context,
  actor: Actor,
  { params, body: { id, decision }, requestId }: Input<'admin.decideSetting'>,
): Promise<Output<'admin.decideSetting'>> {
  const key = settingKeys.find((one) => one === params.key)
  if (key === undefined) throw new Problem('NOT_FOUND')
  await ctx.transact(async (tx) => {
    await lockSettings(tx)
    const change = await findChangeForUpdate(tx, id, key)
    if (!change) throw new Problem('NOT_FOUND')
    if ((change.requested_by === actor.user_id) !== (decision === 'withdrawn'))
      throw new Problem(decision === 'withdrawn' ? 'FORBIDDEN' : 'APPROVAL_OWN')
    if (change.status !== 'requested') {
      if (change.status === decision && change.decided_by === actor.user_id) return
      throw new Problem('CONFLICT')
    }
    if (decision === 'approved' && !(await areTwo(tx, change.requested_by, actor.user_id)))
      throw new Problem('APPROVAL_LINKED')
    const held = valueOf(key, await readRows(tx)).value
    // What was looked at is what is agreed to: a value that became another meanwhile is asked for anew.
    if (decision === 'approved' && held !== change.before) throw new Problem('CONFLICT')
    await recordDecision(tx, { id, status: decision, decided_by: actor.user_id, at: ctx.now() })
    if (decision === 'approved') await put(tx, key, change.value, ctx.now())
    const isDone = decision === 'approved'
    await recordChange(ctx, tx, {
      actor,
      requestId,
      action: `setting.${decision}`,
      object: `setting:${key}`,
      before: { [key]: isDone ? held : change.value },
      after: { [key]: isDone ? change.value : held },
    })
  })
  // What may go without a customer's confirmation is one of them.
  forgetDirectory(ctx)
  return (await getSettings(ctx.db, actor, [key]))[0]!
}
