import { randomBytes } from 'node:crypto'
import { limits } from '@shirogane/contract/limits'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { readImageHeader } from '../../images/header.ts'
import { redraw } from '../../images/redraw.ts'
import { avatarObject, avatarUrlOf } from './rules.ts'
import { recordAvatar } from './store.ts'

/** Keeps no byte of what was sent: the picture is drawn anew, and only the drawing is stored. */
export async function avatar(
  ctx: Context,
  actor: Actor,
  { file }: Input<'files.avatar'>,
): Promise<Output<'files.avatar'>> {
  await ctx.limits.spend({
    bucket: `files:${actor.user_id}`,
    max: limits.uploadsPerDay,
    windowSeconds: 86_400,
  })
  const header = readImageHeader(file.bytes)
  if (!header) throw new Problem('AVATAR_TYPE')
  if (header.width * header.height > limits.avatarPixelsMax) throw new Problem('IMAGE_DIMENSIONS')

  const size = limits.avatarSidePx
  const drawn = await redraw(file.bytes, {
    width: size,
    height: size,
    pixelsMax: limits.avatarPixelsMax,
    quality: 82,
  })
  if ('refused' in drawn) {
    if (drawn.refused === 'busy') throw new Problem('OVERLOADED', { retryAfterSeconds: 10, reason: 'images' })
    throw new Problem('IMAGE_BROKEN')
  }
  const name = randomBytes(16).toString('hex')
  try {
    await ctx.objects.put(avatarObject(name), drawn.bytes)
  } catch (error) {
    ctx.log.error({ event: 'object_store', err: error })
    throw new Problem('FILE_UPLOAD_FAILED')
  }
  await recordAvatar(ctx.db, name, actor.user_id)
  return { image_url: avatarUrlOf(name) }
}
