import type { Actor, Context } from '../../../context.ts'
import type { Answer, Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { recordAct } from '../../log/index.ts'
import { signIn } from '../sessions/sign-in.ts'
import { checkStaffPin } from '../../users/pin.ts'
import { findSessionState } from '../store.ts'

/**
 * A colleague of the same store takes the register over by PIN: from the next call on everything is done in their name.
 * The session before ends in the same commit. Where no one is signed in, or the day's session has ended, a PIN opens
 * nothing.
 */
export async function switchStaff(
  ctx: Context,
  actor: Actor,
  { body, client, requestId }: Input<'auth.switchStaff'>,
): Promise<Answer<Output<'auth.switchStaff'>>> {
  const { user_id } = await checkStaffPin(ctx, actor, body, 'store')
  const before = await findSessionState(ctx.db, actor.session_id)
  if (!before) throw new Problem('AUTH_SESSION_EXPIRED')
  return signIn(ctx, { user_id, type: 'employee' }, client, {
    session_id: before.id,
    absolute_expires_at: before.absolute_expires_at,
    record: (tx) =>
      recordAct(ctx, tx, {
        actor: { user_id },
        requestId,
        action: 'staff.till_taken_over',
        object: `staff:${user_id}`,
        before: { number: actor.employee?.number },
      }),
  })
}
