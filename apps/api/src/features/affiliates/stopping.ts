import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { recordAct } from '../log/index.ts'
import { getAffiliatorSheet, getOthersAffiliator } from './admin-sheet.ts'
import { stopAffiliator } from './store.ts'

type Ask = Pick<Input<'admin.stopAffiliator'>, 'params' | 'body' | 'requestId'>

export async function changeStop(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Ask,
  stops: boolean,
): Promise<Output<'admin.affiliator'>> {
  const { user_id } = await getOthersAffiliator(ctx, actor, params.id)
  await ctx.transact(async (tx) => {
    const stopped = stops ? { by: actor.user_id, note: body.note, at: ctx.now() } : null
    if (!(await stopAffiliator(tx, user_id, stopped))) throw new Problem('CONFLICT')
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: stops ? 'affiliate.stopped' : 'affiliate.allowed',
      subject_id: user_id,
      object: `affiliator:${user_id}`,
      note: body.note,
    })
  })
  return getAffiliatorSheet(ctx, actor, user_id)
}
