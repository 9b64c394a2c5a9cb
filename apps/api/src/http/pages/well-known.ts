import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'

/** RFC 9116 asks for less than a year, after which a reader looks for a newer one. */
const goodForMs = 180 * 86_400_000

/** What other programs look for under fixed addresses: where a password is changed, and to whom a weakness is told. */
export function serveWellKnown(app: FastifyInstance, ctx: Context): void {
  const addressOf = (path: string): string => new URL(path, ctx.config.publicUrl).href

  // https://w3c.github.io/webappsec-change-password-url/
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect('/user/setting?tab=password'))

  app.get('/.well-known/security.txt', (_request, reply) =>
    reply
      .header('Cache-Control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: ${addressOf('/about/contact')}`,
          `Expires: ${new Date(ctx.now().getTime() + goodForMs).toISOString()}`,
          'Preferred-Languages: ja, en',
          `Canonical: ${addressOf('/.well-known/security.txt')}`,
          '',
        ].join('\r\n'),
      ),
  )
}
