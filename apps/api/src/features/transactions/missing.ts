import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { listMissing } from './register/register-store.ts'

/**
 * What a register was told of and the books do not have: after a way back to an earlier moment these sales have to be
 * rung up again.
 */
export async function missing(
  ctx: Context,
  _actor: Actor,
  { body }: Input<'transactions.missing'>,
): Promise<Output<'transactions.missing'>> {
  return { missing: await listMissing(ctx.db, body.ids) }
}
