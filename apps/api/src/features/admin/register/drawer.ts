import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { findOpening, recordOpening } from '../../transactions/register/register-store.ts'
import { openRegister } from '../../transactions/register/registers.ts'

/** The drawer opens by a wire at the register; that it was opened without a sale is put on record here. */
export async function openDrawer(
  ctx: Context,
  actor: Actor,
  { body }: Input<'admin.openDrawer'>,
): Promise<Output<'admin.openDrawer'>> {
  const registerId = await openRegister(ctx, actor, body.register_id)
  await ctx.transact((tx) =>
    recordOpening(tx, {
      id: body.id,
      store_id: actor.employee!.store_id!,
      register_id: registerId,
      employee_id: actor.user_id,
      reason: body.reason,
      note: body.note ?? null,
    }),
  )
  const opening = await findOpening(ctx.db, body.id)
  if (opening?.register_id !== registerId) throw new Problem('CONFLICT')
  return { id: body.id, opened_at: opening.opened_at.toISOString() }
}
