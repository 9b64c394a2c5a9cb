import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { findRegisterCustomer } from '../../users/index.ts'
import { codeShown } from '../sale/member-of.ts'
import { openRegister } from './registers.ts'

/** Whose code this is, for a register that is about to act for them: to look takes nothing, the act then spends it. */
export async function shownMember(
  ctx: Context,
  actor: Actor,
  { body }: Input<'transactions.shownMember'>,
): Promise<Output<'transactions.shownMember'>> {
  const registerId = await openRegister(ctx, actor, body.register_id)
  const here = { registerId, store_id: actor.employee!.store_id!, isRepeat: false }
  const customer = await findRegisterCustomer(ctx, (await codeShown(ctx, body.token, here)).user_id)
  if (!customer) throw new Problem('QR_INVALID')
  return customer
}
