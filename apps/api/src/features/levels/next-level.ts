import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { findNextLevel } from './store.ts'

export async function nextLevel(
  ctx: Context,
  _actor: Actor,
  { params }: Input<'levels.nextLevel'>,
): Promise<Output<'levels.nextLevel'>> {
  const next = await findNextLevel(ctx.db, params.id)
  if (!next) throw new Problem('NOT_FOUND')
  return {
    id: next.id,
    name: next.name,
    quota: next.quota,
    point_rate: next.rate_bp,
    benefits: next.benefits,
  }
}
