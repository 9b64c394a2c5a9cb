import type { Actor, Context } from '../../../../context.ts'
import { uuidv7 } from '../../../../db/uuid.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { getVisible, openPrivate } from './kyc-image.ts'
import { drawnWhole, newName, putEncrypted } from '../../../files/private.ts'
import { privateObject } from '../../../kyc/encrypt.ts'
import { recordLook, recordRedaction } from '../../../kyc/store.ts'

/**
 * Paints over what must not be kept, such as the number of a number card. The picture before is gone: first its key, with
 * the commit, and then its file.
 */
export async function redact(
  ctx: Context,
  actor: Actor,
  { params, body, requestId }: Input<'admin.kycRedact'>,
): Promise<Output<'admin.kycRedact'>> {
  const file = await getVisible(ctx, params.id, params.side)
  const covered = await drawnWhole(ctx, actor, await openPrivate(ctx, file), body.areas)
  const object = newName()
  const encrypted_key = await putEncrypted(ctx, object, covered)
  const now = ctx.now()
  await ctx.transact(async (tx) => {
    await recordRedaction(tx, { name: file.name, object, encrypted_key, at: now })
    await recordLook(tx, {
      id: uuidv7(now),
      at: now,
      actor_id: actor.user_id,
      action: 'kyc.redact',
      subject_id: file.user_id,
      object: `${params.id}/${params.side}`,
      request_id: requestId,
    })
  })
  await ctx.privateObjects.remove(privateObject(file.object))
  return { side: params.side, redacted: true }
}
