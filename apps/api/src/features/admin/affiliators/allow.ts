import type { Actor, Context } from '../../../context.ts'
import type { Input } from '../../../http/operation.ts'
import { changeStop } from '../../affiliates/stopping.ts'

/** Lets a member who was stopped invite again. */
export const allow = (ctx: Context, actor: Actor, ask: Input<'admin.allowAffiliator'>) =>
  changeStop(ctx, actor, ask, false)
