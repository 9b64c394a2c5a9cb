import type { Actor, Context } from '../../../context.ts'
import type { Output } from '../../../http/operation.ts'
import { directoryOf } from '../sale/directory.ts'
import { presentConfirmation } from '../confirm/present.ts'
import { findWaiting } from '../confirm/store.ts'

/** What waits for the customer's tap: asked once when their app starts, and whenever they hear that something changed. */
export async function confirmation(ctx: Context, actor: Actor): Promise<Output<'transactions.confirmation'>> {
  const row = await findWaiting(ctx.db, actor.user_id)
  return { confirmation: row && presentConfirmation(row, await directoryOf(ctx)) }
}
