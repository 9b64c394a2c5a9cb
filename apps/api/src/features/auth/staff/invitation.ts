import type { Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { getInvited, hashOf } from './staff-invitation.ts'

export async function staffInvitation(
  ctx: Context,
  _actor: unknown,
  { body, client }: Input<'auth.staffInvitation'>,
): Promise<Output<'auth.staffInvitation'>> {
  const invited = await getInvited(ctx, client, hashOf(body.code))
  return { number: invited.number, name: invited.name, store_name: invited.store_name }
}
