import type { Actor, Context } from '../../context.ts'
import type { Input } from '../../http/operation.ts'
import { changeStop } from './stopping.ts'

/** Stops somebody's invitations: their link brings nobody any more. What they earned until now stays theirs. */
export const stop = (ctx: Context, actor: Actor, ask: Input<'admin.stopAffiliator'>) =>
  changeStop(ctx, actor, ask, true)
