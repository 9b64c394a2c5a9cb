import type { Actor, Context } from '../../../../context.ts'
import { uuidv7 } from '../../../../db/uuid.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { getDetails } from '../../../buybacks/get.ts'
import { getPiece } from '../../../buybacks/piece.ts'
import { recordBuyer } from '../../../buybacks/piece-store.ts'
import { recordLook } from '../../../buybacks/store.ts'

/** Whom a piece was sold to, as they said it: once for a sale. */
export async function buyer(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.buybackBuyer'>,
): Promise<Output<'admin.buybackBuyer'>> {
  const { row, piece } = await getPiece(ctx, actor, params)
  if (piece.sale?.id !== body.transaction_id) throw new Problem('CONFLICT')
  await ctx.transact(async (tx) => {
    const isNew = await recordBuyer(tx, {
      ...body,
      buyback_id: row.id,
      line: piece.line,
      employee_id: actor.user_id,
    })
    if (!isNew) throw new Problem('CONFLICT')
    const at = ctx.now()
    await recordLook(tx, {
      id: uuidv7(at),
      at,
      actor_id: actor.user_id,
      action: 'buyback.buyer',
      subject_id: row.customer_id,
      object: `buyback:${row.id}:${piece.line}`,
      request_id: requestId,
    })
  })
  return getDetails(ctx, actor, row.id)
}
