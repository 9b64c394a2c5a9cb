import type { Actor, Context } from '../../../context.ts'
import type { Output } from '../../../http/operation.ts'
import { deskOf } from '../../skus/silver.ts'

/** What silver costs, what it was, and what a rate that waits would change. */
export async function silver(ctx: Context, actor: Actor): Promise<Output<'admin.silver'>> {
  return deskOf(ctx, actor)
}
