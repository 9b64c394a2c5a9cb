import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { setPageHeaders } from '../wire/headers.ts'
import { Problem } from '../problem.ts'

/** Made for the server or the builder, and not served to the outside. */
const hidden = new Set(['routes.json', 'index.html'])
/** How the builder names its files. Nothing else is looked for: no file with a dot in front, and no way out of the folder. */
const fileName = /^([a-z0-9_-][a-z0-9_.-]*\/)*[a-z0-9_-][a-z0-9_.-]*$/
const apiPath = /^\/(v1|socket\.io|docs|demo)(\/|$)/

/** The built web app: its files, and its one page under every address that the app knows. */
export async function servePages(app: FastifyInstance, ctx: Context): Promise<void> {
  const dir = ctx.config.webDir
  const hasApp = dir !== null && existsSync(join(dir, 'index.html'))
  if (hasApp) {
    await app.register(fastifyStatic, {
      root: dir,
      // The route below serves them. The plugin's own reads the whole folder several times for every file, to find out
      // how its name is spelt.
      serve: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const name = path.slice(dir.length).replace(/\\/g, '/')
        // A file under assets carries its content's hash in its name: what is kept under that name is never out of date.
        const isHashed = name.startsWith('/assets/')
        reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  const isRoute = hasApp ? routeTest(join(dir, 'routes.json')) : () => false

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !apiPath.test(path)
    if (!wantsPage || !hasApp || hasExtension(path)) throw new Problem('NOT_FOUND')
    return sendPage(ctx, reply, { path, known: isRoute(path) })
  })
  if (!hasApp) return
  app.get('/', (_request, reply) => sendPage(ctx, reply, { path: '/', known: true }))
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const name = request.params['*']
    return isFile(name) ? reply.sendFile(name) : reply.callNotFound()
  })
}

/** Judged in small letters: where the disk takes large ones for the same, they lead to the same file. */
function isFile(name: string): boolean {
  const small = name.toLowerCase()
  return hasExtension(small) && fileName.test(small) && !hidden.has(small) && !/\.(br|gz|map)$/.test(small)
}

/** A file that is not there is not a page: a script tag must not be answered with HTML. */
function hasExtension(path: string): boolean {
  return /\.[a-z0-9]{1,11}$/i.test(path)
}

function sendPage(
  ctx: Context,
  reply: FastifyReply,
  { path, known }: { path: string; known: boolean },
): FastifyReply {
  setPageHeaders(ctx, reply, path)
  // The app shows its own page for an address that it does not know; the status and the robots' line say the same.
  if (!known) reply.code(404).header('X-Robots-Tag', 'noindex')
  return reply.sendFile('index.html', { cacheControl: false })
}

/** The app's own list of its routes, such as `/transaction/{id?}`. */
function routeTest(file: string): (path: string) => boolean {
  const patterns = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : ['/']
  const tests = patterns.map(patternTest)
  return (path) => {
    const clean = path.length > 1 ? path.replace(/\/$/, '') : path
    return tests.some((test) => test.test(clean))
  }
}

function patternTest(pattern: string): RegExp {
  const parts = pattern.split('/').filter(Boolean)
  const source = parts.map((part) => {
    if (/^\{\w+\?\}$/.test(part)) return '(?:/[^/]+)?'
    if (/^\{\w+\}$/.test(part)) return '/[^/]+'
    return `/${part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`
  })
  return new RegExp(`^${source.join('') || '/'}$`)
}
