import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { listAble, maySee } from './get-approval.ts'
import { presentApproval } from './present.ts'
import { findApproval } from './store.ts'

export async function showApproval(
  ctx: Context,
  actor: Actor,
  { params }: Input<'approvals.show'>,
): Promise<Output<'approvals.show'>> {
  const row = await findApproval(ctx.db, params.id)
  if (!row || !maySee(actor, row)) throw new Problem('NOT_FOUND')
  const [presented, able] = await Promise.all([presentApproval(ctx.db, row, actor), listAble(ctx.db, row)])
  return {
    ...presented,
    deciders: able.map(({ id, number, name, has_pin }) => ({ id, number, name, has_pin })),
  }
}
