import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { undrawable } from '../../../lib/pdf.ts'
import { canIssueFormal, formalOf, issuedFor, presentReceipt } from './issue.ts'
import { findReceipt, recordReceipt } from './store.ts'

/** The formal receipt of a sale or of a deferred payment: one, made out to the one name that was given first. */
export async function formalReceipt(
  ctx: Context,
  actor: Actor,
  { params, body }: Input<'transactions.formalReceipt'>,
): Promise<Output<'transactions.formalReceipt'>> {
  const { addressee, proviso } = body
  const issued = await issuedFor(ctx, actor, params.id)
  const known = await findReceipt(ctx.db, params.id, 'formal')
  if (!known) {
    const draft = await formalOf(ctx, issued, null)
    if (!canIssueFormal(issued, draft)) throw new Problem('RECEIPT_UNAVAILABLE')
    // A name that would leave a gap on the paper is refused while it can still be written differently.
    const fields = await undrawable({ addressee, proviso })
    if (Object.keys(fields).length > 0) throw new Problem('VALIDATION_ERROR', { fields })
    await recordReceipt(ctx.db, {
      id: uuidv7(ctx.now()),
      kind: 'formal',
      transaction_id: params.id,
      content: draft.content,
      addressee,
      proviso,
      issued_by: actor.user_id,
    })
  }
  const formal = await findReceipt(ctx.db, params.id, 'formal')
  // The same words again are the answer that was lost; other words come too late.
  if (formal?.addressee !== addressee || formal.proviso !== proviso) throw new Problem('RECEIPT_ISSUED')
  return presentReceipt(ctx, issued, formal)
}
