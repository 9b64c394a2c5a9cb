import { accountRef } from '@shirogane/bank/kana'
import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { requireStepUp } from '../auth/index.ts'
import { presentMethod, readAccount } from './account.ts'
import { countMethods, lockMethod, recordMethod, setDefault } from './store.ts'
import { notifyOfMethod } from './notify.ts'
import { checkHolder, countWrite, reportingSharing, takeSeat, writtenAccount } from './write.ts'

/** An account to be paid to, from tomorrow on. The first one is the main one. */
export async function createPayoutMethod(
  ctx: Context,
  actor: Actor,
  { body, requestId }: Input<'payoutMethods.create'>,
): Promise<Output<'payoutMethods.create'>> {
  const account = await readAccount(ctx, body.data)
  const method = await reportingSharing(ctx, { actor, account, requestId }, () =>
    ctx.transact(async (tx) => {
      const owner = await checkHolder(tx, actor, account)
      await requireStepUp(ctx, tx, actor, 'payout_method', accountRef(account))
      const seat = await takeSeat(ctx, tx, actor, account, null)
      const held = await countMethods(tx, actor.user_id)
      if (held >= limits.payoutMethodsMax)
        throw new Problem('PAYOUT_METHOD_LIMIT', { blanks: { n: limits.payoutMethodsMax } })
      await countWrite(ctx, actor)
      const id = uuidv7(ctx.now())
      const written = {
        id,
        user_id: actor.user_id,
        seat,
        review: owner.review,
        ...writtenAccount(ctx, id, account),
      }
      await recordMethod(tx, { ...written, is_default: held === 0 })
      if (body.default === true && held > 0) await setDefault(tx, actor.user_id, id)
      await notifyOfMethod(ctx, tx, owner, 'added', written)
      return lockMethod(tx, actor.user_id, id)
    }),
  )
  ctx.wakeMessenger()
  return presentMethod(method!)
}
