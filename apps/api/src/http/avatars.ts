import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { avatarObject } from '../features/files/index.ts'
import { Problem } from './problem.ts'

/**
 * Pictures that we drew ourselves, of one type, whatever was sent to us. Should one ever be opened as a page, it is a
 * page that may do nothing.
 */
export function serveAvatars(app: FastifyInstance, ctx: Context): void {
  app.get<{ Params: { name: string } }>('/files/avatar/:name', async (request, reply) => {
    const name = /^([0-9a-f]{32})\.webp$/.exec(request.params.name)?.[1]
    const bytes = name === undefined ? null : await ctx.objects.get(avatarObject(name))
    if (!bytes) throw new Problem('NOT_FOUND')
    return reply
      .headers({
        'Content-Type': 'image/webp',
        'Content-Disposition': 'inline; filename="avatar.webp"',
        'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        // The name changes with the picture.
        'Cache-Control': 'private, max-age=86400, immutable',
      })
      .send(bytes)
  })
}
