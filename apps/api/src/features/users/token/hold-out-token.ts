import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import type { Input } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { holdOutPayCode } from '../store.ts'

/** A code that was there before its screen is shown now, and is from here on the only one of its customer. */
export async function holdOutToken(
  ctx: Context,
  actor: Actor,
  { body }: Input<'users.holdOutToken'>,
): Promise<undefined> {
  const { payTokenOverlapSeconds } = limits
  if (!(await holdOutPayCode(ctx.db, actor.session_id, body.issued_at, payTokenOverlapSeconds)))
    throw new Problem('QR_EXPIRED')
}
