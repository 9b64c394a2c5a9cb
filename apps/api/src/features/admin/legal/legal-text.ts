import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { getSheet } from '../../legal/get-sheet.ts'

export async function adminShow(
  ctx: Context,
  actor: Actor,
  { params }: Input<'admin.legalText'>,
): Promise<Output<'admin.legalText'>> {
  return getSheet(ctx, actor, params.slug)
}
