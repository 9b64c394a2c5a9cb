import type { Actor, Context } from '../../../context.ts'
import type { Input } from '../../../http/operation.ts'
import { changeStop } from '../../affiliates/stopping.ts'

/** Stops a member's invitations: their link brings no new member. What they earned until now stays theirs. */
export const stopAffiliator = (ctx: Context, actor: Actor, ask: Input<'admin.stopAffiliator'>) =>
  changeStop(ctx, actor, ask, true)
