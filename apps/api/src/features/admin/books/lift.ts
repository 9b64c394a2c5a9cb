import { liftFreeze } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import type { Input } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { requireStepUp } from '../../auth/index.ts'
import { recordAct } from '../../log/index.ts'
import { notifyHeadOffice } from '../../notifications/index.ts'

/** An owner lets payouts go on, with the reason, having seen what was found. All of head office hears who it was. */
export async function lift(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.liftFreeze'>,
): Promise<undefined> {
  await ctx.transact(async (tx) => {
    const code = await liftFreeze(tx, { check_id: params.id, actor_id: actor.user_id, note: body.note })
    if (code !== null) throw new Problem(code)
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: 'books.lift',
      object: `book_check:${params.id}`,
      note: body.note,
    })
    await notifyHeadOffice(ctx, tx, [
      {
        key: `books-lifted:${params.id}:${ctx.now().toISOString()}`,
        kind: 'freeze_lifted',
        facts: { by: actor.employee?.name ?? '', note: body.note },
        topic: 'security',
        path: '/admin?tab=books',
      },
    ])
    await requireStepUp(ctx, tx, actor, 'payout_freeze')
  })
  ctx.wakePusher()
}
