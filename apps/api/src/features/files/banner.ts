import { randomBytes } from 'node:crypto'
import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { checkPicture, keepPicture } from '../../images/intake.ts'
import { redraw } from '../../images/redraw.ts'
import { bannerObject, bannerUrlOf } from '../banners/rules.ts'
import { dropUntaken, recordPicture } from '../banners/store.ts'

/** Keeps no byte of what was sent: the picture is drawn anew in the shape of a banner, and only the drawing is stored. */
export async function upload(
  ctx: Context,
  actor: Actor,
  { file }: Input<'files.banner'>,
): Promise<Output<'files.banner'>> {
  checkPicture(file.bytes, { longSideMin: limits.bannerLongSideMin })
  const drawn = await redraw(ctx, actor, file.bytes, {
    width: limits.bannerWidthPx,
    height: limits.bannerHeightPx,
    quality: 82,
  })
  const name = randomBytes(16).toString('hex')
  await keepPicture(ctx, ctx.objects, bannerObject(name), drawn)
  await recordPicture(ctx.db, name, actor.user_id, ctx.now())
  return { image_url: bannerUrlOf(name) }
}

const untakenKeptMs = 86_400_000

/** The round of a job: pictures that no banner shows go after a day. */
export async function forgetUntakenPictures(ctx: Context): Promise<void> {
  const gone = await dropUntaken(ctx.db, new Date(ctx.now().getTime() - untakenKeptMs))
  for (const name of gone) await ctx.objects.remove(bannerObject(name))
}
