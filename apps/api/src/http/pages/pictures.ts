import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { bannerObject } from '../../features/banners/index.ts'
import { avatarObject } from '../../features/files/index.ts'
import { articleObject, articleTileObject } from '../../features/skus/index.ts'
import { Problem } from '../problem.ts'

/**
 * Pictures that we drew ourselves, all of one type, apart from what was sent to us. Should one ever be opened as a
 * page, it is a page that may do nothing.
 */
export function servePictures(app: FastifyInstance, ctx: Context): void {
  for (const [path, objectOf, keep] of [
    ['avatar', avatarObject, 'private'],
    ['banner', bannerObject, 'public'],
    ['goods', articleObject, 'public'],
    ['goods-tile', articleTileObject, 'public'],
  ] as const) {
    app.get<{ Params: { name: string } }>(`/files/${path}/:name`, async (request, reply) => {
      const name = /^([0-9a-f]{32})\.webp$/.exec(request.params.name)?.[1]
      const bytes = name === undefined ? null : await ctx.objects.get(objectOf(name))
      if (!bytes) throw new Problem('NOT_FOUND')
      return reply
        .headers({
          'Content-Type': 'image/webp',
          'Content-Disposition': `inline; filename="${path}.webp"`,
          'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
          // The name changes with the picture.
          'Cache-Control': `${keep}, max-age=86400, immutable`,
        })
        .send(bytes)
    })
  }
}
