import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { recordAct } from '../log/index.ts'
import { findRegisterCustomer } from './get-user.ts'
import { maySeeCustomer } from './rules.ts'
import { findReasonToSee, listRegisterNotes } from './store.ts'

const noReason = { held: false, paid_today: false, paid: false }

export async function admin(
  ctx: Context,
  actor: Actor,
  { params, requestId }: Input<'users.admin'>,
): Promise<Output<'users.admin'>> {
  const reason = await reasonToSee(ctx, actor, params.id)
  // Whom one has no reason to see is not there, so that ids cannot be tried out.
  if (reason === null) throw new Problem('NOT_FOUND')
  const [customer, notes] = await Promise.all([
    findRegisterCustomer(ctx, params.id),
    listRegisterNotes(ctx.db, params.id),
  ])
  if (!customer) throw new Problem('NOT_FOUND')
  // A customer who shows their code agrees to be seen; a look at any other customer is on record.
  if (!reason.held) {
    await recordAct(ctx, ctx.db, { actor, requestId, action: 'member.seen', subject_id: params.id })
  }
  return { ...customer, notes }
}

/** Whether this employee has a reason to see this customer. */
export async function maySee(ctx: Context, actor: Actor, customerId: string): Promise<boolean> {
  return (await reasonToSee(ctx, actor, customerId)) !== null
}

async function reasonToSee(ctx: Context, actor: Actor, customerId: string): Promise<typeof noReason | null> {
  const employee = actor.employee
  if (!employee) throw new Problem('FORBIDDEN')
  const reason = employee.store_id ? await findReasonToSee(ctx.db, customerId, employee.store_id) : noReason
  return maySeeCustomer(employee.type, reason) ? reason : null
}
