import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { askAboutSale } from '../../contacts/index.ts'

export function contactTransaction(
  ctx: Context,
  actor: Actor,
  { body, client }: Input<'users.contactTransaction'>,
): Promise<Output<'users.contactTransaction'>> {
  return askAboutSale(ctx, actor, body, client.ip)
}
