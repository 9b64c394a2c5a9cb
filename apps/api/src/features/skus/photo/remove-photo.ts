import type { Actor, Context } from '../../../context.ts'
import type { Input } from '../../../http/operation.ts'
import { changePhoto } from '../photo.ts'

/** The drawing stands for the article again. */
export async function removePhoto(
  ctx: Context,
  actor: Actor,
  { params, requestId }: Input<'skus.removePhoto'>,
): Promise<undefined> {
  await changePhoto(ctx, actor, { sku_id: params.id, name: null, requestId })
}
