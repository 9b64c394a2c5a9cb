import { answerConfirmation, dropMove } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { requireStepUp } from '../../auth/index.ts'
import { directoryOf } from '../sale/directory.ts'
import { presentConfirmation } from '../confirm/present.ts'
import { findConfirmation, recordConfirmationChange } from '../confirm/store.ts'

/**
 * The customer answers. A yes takes the device's own lock or a secret of theirs, because another person may hold the
 * phone; a no does not. Money moves only afterwards, when the register sends its payment again.
 */
export async function confirm(
  ctx: Context,
  actor: Actor,
  { params, body }: Input<'transactions.confirm'>,
): Promise<Output<'transactions.confirm'>> {
  const before = await findConfirmation(ctx.db, params.id)
  if (!before || before.customer_id !== actor.user_id) throw new Problem('NOT_FOUND')
  const agrees = body.decision === 'approve'
  await ctx.transact(async (tx) => {
    const { id } = before
    const answer = { id, customer_id: actor.user_id, session_id: actor.session_id, agrees }
    const { code, changed } = await answerConfirmation(tx, answer)
    if (code !== null) throw new Problem(code)
    if (!changed) return
    if (agrees) await requireStepUp(ctx, tx, actor, 'pay', id)
    await recordConfirmationChange(tx, {
      event_id: uuidv7(ctx.now()),
      user_id: before.employee_id,
      confirmation_id: id,
      transaction_id: before.checkout_id,
      at: ctx.now(),
    })
  })
  // Afterwards: codes are locked before questions.
  if (before.kind === 'move' && !agrees) await ctx.transact((tx) => dropMove(tx, before.checkout_id))
  ctx.wakeLive()
  const row = await findConfirmation(ctx.db, params.id)
  return presentConfirmation(row!, await directoryOf(ctx))
}
