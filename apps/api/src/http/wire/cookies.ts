import type { IncomingMessage } from 'node:http'
import { fastifyCookie } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { CookieChange, CookieLabel } from './cookie-change.ts'

/** The cookies of a call by their label. A program carries none, and its calls need not ask what each would be called. */
export function readCookies(config: Config, request: FastifyRequest): (label: CookieLabel) => string | null {
  const { cookie } = request.headers
  if (cookie === undefined) return noCookie
  const cookies = fastifyCookie.parse(cookie)
  return (label) => cookies[cookieName(config, request, label)] ?? null
}
const noCookie = () => null

/** Over https the prefix makes the browser refuse a cookie that a sibling host tries to lay over ours. */
function cookieName(config: Config, request: FastifyRequest, label: CookieLabel): string {
  return isHttps(config, request) ? `__Host-${label}` : label
}

export function applyCookies(
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  changes: readonly CookieChange[],
): void {
  for (const change of changes) {
    const name = cookieName(config, request, change.name)
    const options = {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: isSecure(config, request),
    } as const
    if (change.value === null) reply.setCookie(name, '', { ...options, maxAge: 0 })
    else reply.setCookie(name, change.value, { ...options, maxAge: change.maxAgeSeconds })
  }
}

function isHttps(config: Config, request: FastifyRequest): boolean {
  return config.publicUrl.protocol === 'https:' || request.protocol === 'https'
}

/**
 * Browsers take localhost for as safe as https and keep Secure cookies there. Safari alone does not, and would lose
 * the session of the demo with every answer; over plain http on the same machine the word protects nothing anyway.
 */
function isSecure(config: Config, request: FastifyRequest): boolean {
  if (isHttps(config, request)) return true
  const isSafari = /Version\/[\d.]+.*Safari/.test(request.headers['user-agent'] ?? '')
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(request.hostname) && !isSafari
}

/** For the sockets, whose handshake does not pass through the routes. */
export function cookieReader(config: Config) {
  return (request: IncomingMessage, label: CookieLabel): string | null => {
    const cookies = fastifyCookie.parse(request.headers.cookie ?? '')
    const isHttpsHere =
      config.publicUrl.protocol === 'https:' ||
      (config.trustProxy > 0 && request.headers['x-forwarded-proto'] === 'https')
    return cookies[isHttpsHere ? `__Host-${label}` : label] ?? null
  }
}
