import type { FastifyReply } from 'fastify'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { CardDesk } from '../../gateways/card-desk.ts'

/** What stands on every page and file. Names are written small, as they are kept. */
export function pageHeaders(config: Config): Readonly<Record<string, string>> {
  return {
    ...everyAnswer(config),
    'x-permitted-cross-domain-policies': 'none',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': permissions({ camera: false, printer: false }),
  }
}

/** What stands on every answer with data, which is never a page: what rules windows and devices says nothing there. */
export function dataHeaders(config: Config): Readonly<Record<string, string>> {
  return { ...everyAnswer(config), ...neverKept }
}

export const neverKept: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

function everyAnswer(config: Config): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    ...(config.publicUrl.protocol === 'https:' && {
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    }),
  }
}

/**
 * The app's own files and nothing else. No script and no style stands inside the page, so neither needs an exception;
 * only WebAssembly is compiled, for the scanner. A socket is named by its own scheme, which older browsers do not count
 * as 'self'.
 */
export function pagePolicy(config: Config, host: string | undefined, cards: CardDesk | null): string {
  const isHttps = config.publicUrl.protocol === 'https:'
  const socket = host && /^[\w.:[\]-]+$/.test(host) ? ` ${isHttps ? 'wss' : 'ws'}://${host}` : ''
  // The card form is the one page that is shown inside ours.
  const hostname =
    host !== undefined && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : null
  const frame = cards && hostname !== null ? cards.originFor(hostname) : "'none'"
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    `connect-src 'self'${socket}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "media-src 'self' blob:",
    `frame-src ${frame}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    // No text becomes script: one rule of the app's may name a script's address, and it names the worker's.
    "require-trusted-types-for 'script'",
    'trusted-types app',
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

export function setPageHeaders(
  ctx: Pick<Context, 'config' | 'gateways'>,
  reply: FastifyReply,
  path: string,
): void {
  const policy = pagePolicy(ctx.config, reply.request.headers.host, ctx.gateways.cards)
  reply.header('Content-Security-Policy', policy)
  reply.header(
    'Permissions-Policy',
    permissions({ camera: isStaff(path) || path === '/user/kyc', printer: isStaff(path) }),
  )
}

const isStaff = (path: string): boolean => /^\/admin(\/|$)/.test(path)

/** What a page may reach of its device: a scanner's camera and a receipt printer at the register, and little else. */
function permissions({ camera, printer }: { camera: boolean; printer: boolean }): string {
  return [
    `camera=(${camera ? 'self' : ''})`,
    'microphone=()',
    'geolocation=()',
    'payment=()',
    `usb=(${printer ? 'self' : ''})`,
    `serial=(${printer ? 'self' : ''})`,
    'publickey-credentials-get=(self)',
    'screen-wake-lock=(self)',
  ].join(', ')
}
