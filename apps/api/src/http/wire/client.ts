import type {} from '@fastify/cookie'
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { readDeviceKey } from '../../lib/register-device.ts'
import { readCookies } from './cookies.ts'
import type { Client } from '../operation.ts'

const scheme = 'bearer '

export function clientOf(config: Config, request: FastifyRequest): Client {
  const headers = request.headers
  const cookie = readCookies(config, request)
  return {
    ip: addressOf(request),
    userAgent: headers['user-agent']?.slice(0, 300) ?? null,
    isApi: headers['x-client-type'] === 'api' && !headers.origin && !sentByBrowser(headers),
    saysApp: headers['x-requested-by'] === 'app',
    origin: headers.origin ?? null,
    fetchSite: oneOf(headers['sec-fetch-site']),
    fetchMode: oneOf(headers['sec-fetch-mode']),
    bearer: headers.authorization === undefined ? null : bearerOf(headers.authorization),
    refreshCookie: cookie('refresh_token'),
    deviceCookie: cookie('did'),
    ticketCookie: cookie('ticket'),
    resetCookie: cookie('reset'),
    registerCookie: readDeviceKey(cookie('register')),
  }
}

/** Of another scheme there is none, and that is none that is good. */
function bearerOf(authorization: string): string {
  return authorization.slice(0, scheme.length).toLowerCase() === scheme
    ? authorization.slice(scheme.length)
    : ''
}

function oneOf(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null
}

/** An address and nothing else: a proxy may pass on a word, and a link-local one carries the name of its interface. */
function addressOf(request: FastifyRequest): string {
  const given = request.ip.replace(/%.*$/, '')
  return isIP(given) === 0 ? '0.0.0.0' : given
}

/**
 * A page's script can neither set nor leave out these headers, so it can never pass for a program. Node's own fetch
 * sends one of them, always with this value and always alone; a browser never does.
 */
function sentByBrowser(headers: FastifyRequest['headers']): boolean {
  const marks = Object.keys(headers).filter((name) => name.startsWith('sec-fetch-'))
  return marks.some((name) => name !== 'sec-fetch-mode' || headers[name] !== 'cors')
}
