import type { Actor, Context } from '../../../../context.ts'
import { uuidv7 } from '../../../../db/uuid.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { findPerson, insertNote } from '../../../transactions/later/store.ts'
import { maySeeDebts } from '../../../transactions/later/serves.ts'

/** What was agreed with a customer who owes, for the clerk who serves them next. */
export async function addDeferredNote(
  ctx: Context,
  actor: Actor,
  { params, body }: Input<'admin.addLaterNote'>,
): Promise<Output<'admin.addLaterNote'>> {
  if (!(await findPerson(ctx.db, params.id)) || !(await maySeeDebts(ctx, actor, params.id))) {
    throw new Problem('NOT_FOUND')
  }
  const at = ctx.now()
  await insertNote(ctx.db, {
    id: uuidv7(at),
    customer_id: params.id,
    store_id: actor.employee!.store_id,
    note: body.note,
    by: actor.user_id,
    at,
  })
  return { note: body.note, by: actor.employee!.name, at: at.toISOString() }
}
