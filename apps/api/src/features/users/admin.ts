import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { findTillCustomer } from './get-user.ts'
import { maySeeCustomer } from './rules.ts'
import { findReasonToSee } from './store.ts'

const noReason = { held: false, paid_today: false, paid: false }

export async function admin(
  ctx: Context,
  actor: Actor,
  { params }: Input<'users.admin'>,
): Promise<Output<'users.admin'>> {
  const employee = actor.employee
  if (!employee) throw new Problem('FORBIDDEN')
  const reason = employee.store_id ? await findReasonToSee(ctx.db, params.id, employee.store_id) : noReason
  // Whom one has no reason to see is not there, so that ids cannot be tried out.
  if (!maySeeCustomer(employee.type, reason)) throw new Problem('NOT_FOUND')
  const customer = await findTillCustomer(ctx, params.id)
  if (!customer) throw new Problem('NOT_FOUND')
  return customer
}
