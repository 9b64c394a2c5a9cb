import { accountRef } from '@shirogane/bank/kana'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { requireStepUp } from '../auth/index.ts'
import { presentMethod, readAccount } from './account.ts'
import { changeMethod, findMethod, hasOpenPayout, lockMethod } from './store.ts'
import { notifyOfMethod } from './notify.ts'
import { checkHolder, countWrite, reportingSharing, takeSeat, writtenAccount } from './write.ts'

/** Another account in the place of one. The number is always typed anew: the one before is not shown. */
export async function updatePayoutMethod(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'payoutMethods.update'>,
): Promise<Output<'payoutMethods.update'>> {
  const { id } = params
  if (!(await findMethod(ctx.db, actor.user_id, id))) throw new Problem('NOT_FOUND')
  const account = await readAccount(ctx, body.data)
  const method = await reportingSharing(ctx, { actor, account, requestId }, () =>
    ctx.transact(async (tx) => {
      const owner = await checkHolder(tx, actor, account)
      await requireStepUp(ctx, tx, actor, 'payout_method', accountRef(account))
      const seat = await takeSeat(ctx, tx, actor, account, id)
      if (!(await lockMethod(tx, actor.user_id, id))) throw new Problem('NOT_FOUND')
      if (await hasOpenPayout(tx, id)) throw new Problem('PAYOUT_METHOD_IN_USE')
      await countWrite(ctx, actor)
      const written = {
        id,
        user_id: actor.user_id,
        seat,
        review: owner.review,
        ...writtenAccount(ctx, id, account),
      }
      await changeMethod(tx, written)
      await notifyOfMethod(ctx, tx, owner, 'changed', written)
      return lockMethod(tx, actor.user_id, id)
    }),
  )
  ctx.wakeMessenger()
  return presentMethod(method!)
}
