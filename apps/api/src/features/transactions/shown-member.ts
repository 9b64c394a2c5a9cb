import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { findTillCustomer } from '../users/index.ts'
import { codeOwner } from './member-of.ts'
import { openRegister } from './registers.ts'

/** Whose code this is, for whoever is about to hand points over: it stays free for the payment it was shown for. */
export async function shownMember(
  ctx: Context,
  actor: Actor,
  { body }: Input<'transactions.shownMember'>,
): Promise<Output<'transactions.shownMember'>> {
  const registerId = await openRegister(ctx, actor, body.register_id)
  const here = { registerId, store_id: actor.employee!.store_id!, isRepeat: false }
  const customer = await findTillCustomer(ctx, await codeOwner(ctx, body.token, here))
  if (!customer) throw new Problem('QR_INVALID')
  return customer
}
