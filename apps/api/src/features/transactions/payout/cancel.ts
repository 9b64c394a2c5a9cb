import { cancelPayout } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { getMovements } from '../index.ts'

/** The member takes a request back: all of it is their reward again. */
export async function cancel(
  ctx: Context,
  actor: Actor,
  { params }: Input<'transactions.cancelPayout'>,
): Promise<Output<'transactions.cancelPayout'>> {
  const { code } = await ctx.transact((tx) =>
    cancelPayout(tx, {
      id: params.id,
      return_id: uuidv7(ctx.now()),
      member_id: actor.user_id,
      actor_id: null,
      reason: null,
    }),
  )
  if (code !== null) throw new Problem(code)
  ctx.wakeOutbox()
  return (await getMovements(ctx, [params.id])).get(params.id)!.transaction
}
