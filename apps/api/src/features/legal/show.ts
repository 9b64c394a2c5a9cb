import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { findDocument, listChangesSince } from './store.ts'

export async function showLegalDocument(
  ctx: Context,
  actor: Actor | null,
  { params, query }: Input<'legal.show'>,
): Promise<Output<'legal.show'>> {
  const document = await findDocument(ctx.db, params.slug, query.version ?? null)
  if (!document) throw new Problem('NOT_FOUND')
  const isOwn = params.slug === 'tos' && actor !== null
  return { ...document, changed_since: isOwn ? await listChangesSince(ctx.db, actor.user_id) : [] }
}
