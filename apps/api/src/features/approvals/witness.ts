import { holds } from '@shirogane/contract/wire/rights'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { checkEmployee, checkStaffPin } from '../auth/index.ts'
import { getApproval } from './get-approval.ts'
import { decideApproval } from './decide-approval.ts'
import { findApproval } from './store.ts'

/** A second person approves beside the register of the clerk who asked, by their PIN or by number and password. */
export async function approveByPassword(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'approvals.witness'>,
): Promise<Output<'approvals.witness'>> {
  const row = await findApproval(ctx.db, params.id)
  // No PIN is checked for a question that the caller has not asked.
  if (!row || row.requested_by.id !== actor.user_id) throw new Problem('NOT_FOUND')
  const how = 'pin' in body ? 'pin' : 'password'
  const { user_id, type } = await ('pin' in body
    ? checkStaffPin(ctx, actor, body)
    : checkEmployee(ctx, actor, body))
  const store_id = holds(type, 'shop.own') ? row.store_id : null
  await ctx.transact((tx) =>
    decideApproval(ctx, tx, row.id, {
      decider: { id: user_id, type, store_id },
      status: 'approved',
      how,
      note: '',
      requestId,
    }),
  )
  ctx.wakeLive()
  return getApproval(ctx.db, row.id, actor)
}
