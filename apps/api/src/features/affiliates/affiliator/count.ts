import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { countAffiliates } from '../figures-store.ts'
import { getOwn } from '../own.ts'

export async function count(
  ctx: Context,
  actor: Actor,
  { query }: Input<'affiliates.count'>,
): Promise<Output<'affiliates.count'>> {
  await getOwn(ctx, actor)
  return { count: await countAffiliates(ctx.db, actor.user_id, query.valid === 'true') }
}
