import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { frameOf } from './frame.ts'
import { countCards, findContact } from './store.ts'

export async function setup(
  ctx: Context,
  actor: Actor,
  { client }: Input<'paymentMethods.setup'>,
): Promise<Output<'paymentMethods.setup'>> {
  const frame = frameOf(ctx, client)
  if ((await countCards(ctx.db, actor.user_id)) >= limits.cardsMax)
    throw new Problem('CARD_LIMIT', { blanks: { n: limits.cardsMax } })
  return { ...frame, ...(await findContact(ctx.db, actor.user_id)) }
}
