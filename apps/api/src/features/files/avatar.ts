import { randomBytes } from 'node:crypto'
import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { checkPicture, keepPicture } from '../../images/intake.ts'
import { redraw } from '../../images/redraw.ts'
import { avatarObject, avatarUrlOf } from './rules.ts'
import { recordAvatar } from './store.ts'

/** Keeps no byte of what was sent: the picture is drawn anew, and only the drawing is stored. */
export async function avatar(
  ctx: Context,
  actor: Actor,
  { file }: Input<'files.avatar'>,
): Promise<Output<'files.avatar'>> {
  checkPicture(file.bytes, { wrongType: 'AVATAR_TYPE' })
  const size = limits.avatarSidePx
  const drawn = await redraw(ctx, actor, file.bytes, { width: size, height: size, quality: 82 })
  const name = randomBytes(16).toString('hex')
  await keepPicture(ctx, ctx.objects, avatarObject(name), drawn)
  await recordAvatar(ctx.db, name, actor.user_id)
  return { image_url: avatarUrlOf(name) }
}
