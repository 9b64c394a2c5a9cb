import type { Actor, Context } from '../../../context.ts'
import type { Output } from '../../../http/operation.ts'

/**
 * A register is being touched, though nothing is sent: a clerk who builds up a long cart is there. A register that was left for too
 * long learns by the refusal that it is to ask for a PIN.
 */
export async function stayAwake(ctx: Context, actor: Actor): Promise<Output<'auth.stayAwake'>> {
  await ctx.sessions.stayAwake(actor)
  return {}
}
