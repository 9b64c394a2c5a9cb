import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { wayNames } from '@shirogane/contract/terms/buyback-words'
import { getDetails } from '../../buybacks/get.ts'
import { getPiece, movePiece, stillHeld } from '../../buybacks/piece.ts'
import { disposeItem, findPlace } from '../../buybacks/piece-store.ts'
import { recordLook } from '../../buybacks/store.ts'

/** Where a piece went, once the days are over in which its owner may ask for it. One that is on sale leaves the stock with it. */
export async function dispose(
  ctx: Context,
  actor: Actor,
  { params, body, requestHash, requestId }: Input<'admin.disposeBuyback'>,
): Promise<Output<'admin.disposeBuyback'>> {
  const { row, piece } = await getPiece(ctx, actor, params)
  if (piece.way !== null || row.status === 'reversed') throw new Problem('CONFLICT')
  await ctx.transact(async (tx) => {
    if (piece.article !== null) {
      const sku_id = piece.article.id
      const place = await findPlace(tx, row.store_id, sku_id)
      // One that a count did not find is in no place, and may have gone somewhere all the same.
      if (place !== null)
        await movePiece(ctx, tx, actor, {
          kind: 'dispose',
          store_id: row.store_id,
          sku_id,
          place,
          reason: wayNames[body.kind],
          requestHash,
        })
    }
    const done = await disposeItem(tx, {
      buyback_id: row.id,
      line: piece.line,
      kind: body.kind,
      to: body.disposed_to,
      employee_id: actor.user_id,
    })
    if (done !== 'done') throw done === 'held' ? stillHeld(row, piece) : new Problem('CONFLICT')
    const at = ctx.now()
    await recordLook(tx, {
      id: uuidv7(at),
      at,
      actor_id: actor.user_id,
      action: 'buyback.dispose',
      subject_id: row.customer_id,
      object: `buyback:${row.id}:${piece.line}`,
      request_id: requestId,
    })
  })
  return getDetails(ctx, actor, row.id)
}
