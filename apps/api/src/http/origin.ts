import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { Problem } from './problem.ts'

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** Is this page ours? A demo is also opened by the machine's other names, and by a developer's own web server. */
export function isOwnOrigin(config: Config, origin: string, host: string | undefined): boolean {
  if (origin === config.publicUrl.origin) return true
  if (config.production || !URL.canParse(origin)) return false
  const url = new URL(origin)
  return url.host === host || loopback.test(url.hostname)
}

/**
 * Is this the name that we are reached by? Where that is one of https, a request under another name was led here by
 * somebody else's, and nothing of ours is read under it. This machine's own names are nobody else's.
 */
export function isOwnHost({ publicUrl }: Config, host: string | undefined): boolean {
  if (publicUrl.protocol !== 'https:') return true
  const asked = `https://${host}`
  if (host === undefined || !URL.canParse(asked)) return false
  const { host: name, hostname } = new URL(asked)
  return name === publicUrl.host || loopback.test(hostname)
}

/** What those ask who look after the server, by whatever name they know this process. */
const watched: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics'])

/** What anything else is refused with where it is asked for under a name that is not ours. */
export function hostRefusal(config: Config, { headers, routeOptions }: FastifyRequest): Problem | undefined {
  return isOwnHost(config, headers.host) || watched.has(routeOptions.url)
    ? undefined
    : new Problem('HOST_FORBIDDEN')
}

/** A browser says where a call comes from. Programs send neither header, and carry no cookie that a page could ride on. */
export function checkOrigin(config: Config, request: FastifyRequest): void {
  const { origin, host } = request.headers
  if (origin !== undefined && !isOwnOrigin(config, origin, host)) throw new Problem('ORIGIN_FORBIDDEN')
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    // A developer's web server on another port of this machine is same-site; nothing else that is ours is.
    if (config.production || origin === undefined || site !== 'same-site')
      throw new Problem('ORIGIN_FORBIDDEN')
  }
}
