import { hostname, networkInterfaces } from 'node:os'
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { Problem } from '../problem.ts'

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** Is this page ours? A demo is also opened by the machine's other names, and by a developer's own web server. */
export function isOwnOrigin(config: Config, origin: string, host: string | undefined): boolean {
  if (origin === config.publicUrl.origin) return true
  if (config.production || !URL.canParse(origin)) return false
  const url = new URL(origin)
  return url.host === host || loopback.test(url.hostname)
}

/**
 * Is this a name that we are reached by? A request under another name was led here by a foreign site: a page that
 * points its own name at this address would read our answers as its own. Where the public address is one of https it is
 * that one alone. No foreign site can take this machine's own names.
 */
export function hostTest(config: Config): (host: string | undefined) => boolean {
  const { publicUrl } = config
  const isHttps = publicUrl.protocol === 'https:'
  const names = new Set(isHttps ? [] : namesOfMachine(config))
  const judge = (host: string | undefined): boolean => {
    const asked = `${publicUrl.protocol}//${host}`
    if (host === undefined || !/^[\w.:[\]-]+$/.test(host) || !URL.canParse(asked)) return false
    const { host: name, hostname } = new URL(asked)
    return name === publicUrl.host || loopback.test(hostname) || names.has(hostname)
  }
  // One name asks nearly always.
  let known: string | undefined
  return (host) => {
    if (host !== undefined && host === known) return true
    const isOwn = judge(host)
    if (isOwn) known = host
    return isOwn
  }
}

/** As a browser writes them. A demo that listens everywhere is opened on a phone by the address of this machine. */
function namesOfMachine({ host, publicUrl }: Config): string[] {
  const own = hostname()
  const [short = own] = own.split('.')
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const addresses = isEverywhere
    ? Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))
    : [host]
  return [publicUrl.hostname, own, short, `${short}.local`, ...addresses]
    .map((name) => `http://${isIPv6(name) ? `[${name}]` : name}`)
    .flatMap((name) => (URL.canParse(name) ? [new URL(name).hostname] : []))
}

/** What monitoring asks, which may know this process by any name. */
const watched: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics'])

/** What anything else is refused with where it is asked for under a name that is not ours. */
export function hostRefusal(
  isOwnHost: (host: string | undefined) => boolean,
  { headers, routeOptions }: FastifyRequest,
): Problem | undefined {
  return isOwnHost(headers.host) || watched.has(routeOptions.url) ? undefined : new Problem('HOST_FORBIDDEN')
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
