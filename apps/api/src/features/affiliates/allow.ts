import type { Actor, Context } from '../../context.ts'
import type { Input } from '../../http/operation.ts'
import { changeStop } from './stopping.ts'

/** Lets somebody who was stopped invite again. */
export const allow = (ctx: Context, actor: Actor, ask: Input<'admin.allowAffiliator'>) =>
  changeStop(ctx, actor, ask, false)
