import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Config } from '../config.ts'
import type { Db } from '../db/sql.ts'
import { loopbackOf } from '../lib/loopback.ts'
import type { Log } from '../log.ts'
import { payjpPage, sandboxPage } from './card-frame/page.ts'
import type { CardGateway } from './cards.ts'
import { openPayjp } from './payjp.ts'
import { type Form, openProvider, type Provider, type ProviderAnswer } from './sandbox/provider.ts'
import { testCards } from './sandbox/test-cards.ts'

/**
 * The origin on which cards are typed in. It is another one than the app's, so that no script of ours can read what
 * stands in its fields, and none of the gateway's what stands in ours.
 */
export type CardDesk = {
  readonly gateway: CardGateway
  /** Where a page that is open under this host name finds the form. */
  originFor(hostname: string): string
  /** Where the sandbox sends its messages, once our own address is known. */
  announceTo(webhook: string): void
  close(): Promise<void>
}

type Parts = { db: Db; now: () => Date; log: Log }

const files = {
  '/frame.css': 'text/css; charset=utf-8',
  '/messages.js': 'text/javascript; charset=utf-8',
  '/fields.js': 'text/javascript; charset=utf-8',
  '/frame-text.js': 'text/javascript; charset=utf-8',
  '/payjp.js': 'text/javascript; charset=utf-8',
  '/sandbox.js': 'text/javascript; charset=utf-8',
} as const
const bodyBytesMax = 16_384

/** Null where no gateway is configured: production without an account takes no cards. */
export async function openCardDesk(config: Config, parts: Parts): Promise<CardDesk | null> {
  const { cards } = config
  if (!cards) return null
  const { payjp } = cards
  // A process that has the service's secret has the sandbox's too, and no other has it.
  const derived = (purpose: string) =>
    createHmac('sha256', config.secretKey).update(`sandbox gateway ${purpose}`).digest('hex')
  const secretKey = `sk_test_${derived('key')}`
  const webhookToken = `whook_${derived('webhook')}`
  let webhook: string | null = null
  const provider = payjp
    ? null
    : openProvider({
        ...parts,
        announce: (event) => {
          if (webhook !== null) void deliver(webhook, webhookToken, event, parts.log)
        },
      })

  const { port, close } = await listen(config, (request, response) =>
    answer(request, response, { config, provider, secretKey }),
  )
  const gateway = payjp
    ? openPayjp(payjp)
    : openPayjp({
        url: new URL(`http://${loopbackOf(config.host)}:${port}`),
        name: 'sandbox',
        secretKey,
        webhookToken,
        publicKey: null,
      })
  return {
    gateway,
    originFor: (hostname) => cards.url?.origin ?? `http://${hostname}:${port}`,
    announceTo(address) {
      webhook = address
    },
    close,
  }
}

async function deliver(address: string, token: string, event: object, log: Log): Promise<void> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Payjp-Webhook-Token': token },
      body: JSON.stringify(event),
      signal: AbortSignal.timeout(5_000),
    })
    await response.body?.cancel()
  } catch (error) {
    log.debug({ err: error, event: 'sandbox_message' })
  }
}

type Listening = { port: number; close(): Promise<void> }

async function listen(
  config: Config,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Listening> {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  const bind = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, config.host, () => {
        server.off('error', reject)
        resolve()
      })
    })
  const wanted = config.cards?.port ?? 0
  await bind(wanted).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' || !config.cards?.mayMove) throw error
    return bind(0)
  })
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : wanted,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Desk = { config: Config; provider: Provider | null; secretKey: string }

async function answer(request: IncomingMessage, response: ServerResponse, desk: Desk): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://desk.invalid')
  const { method = 'GET' } = request
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Referrer-Policy', 'no-referrer')
  response.setHeader('Cache-Control', 'no-store')
  if (desk.config.publicUrl.protocol === 'https:')
    response.setHeader('Strict-Transport-Security', 'max-age=63072000; includeSubDomains')

  if (method === 'GET' && url.pathname === '/card') {
    const theme = url.searchParams.get('theme') ?? ''
    response.setHeader('Content-Security-Policy', policy(desk))
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(desk.provider ? sandboxPage(theme, testCards) : payjpPage(theme))
    return
  }
  if (method === 'GET' && Object.hasOwn(files, url.pathname)) {
    const path = url.pathname as keyof typeof files
    response.setHeader('Content-Type', files[path])
    response.end(await readFile(new URL(`./card-frame${path}`, import.meta.url)))
    return
  }
  const given = desk.provider && (await askProvider(request, url, desk.provider, desk.secretKey))
  if (given === 'lost') {
    request.socket.destroy()
    return
  }
  const { status, body } = given ?? { status: 404, body: null }
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

/** Who may show the form: the app alone; in the demo it has several names. */
function policy({ config, provider }: Desk): string {
  const ancestors = [
    config.publicUrl.origin,
    ...(config.production ? [] : ['http://localhost:*', 'http://127.0.0.1:*']),
  ]
  const fromPayjp = provider
    ? ["script-src 'self'", "connect-src 'self'"]
    : [
        "script-src 'self' https://js.pay.jp",
        "connect-src 'self' https://api.pay.jp https://js.pay.jp",
        // The bank's page of 3-D Secure may be anybody's, and only the bank knows whose.
        'frame-src https:',
        'form-action https:',
      ]
  return [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    ...fromPayjp,
    "base-uri 'none'",
    `frame-ancestors ${ancestors.join(' ')}`,
  ].join('; ')
}

async function askProvider(
  request: IncomingMessage,
  url: URL,
  provider: Provider,
  secretKey: string,
): Promise<ProviderAnswer | null> {
  const method = request.method ?? 'GET'
  const path = url.pathname
  const text = await textOf(request)
  if (path.startsWith('/sandbox/')) {
    // A foreign page can neither read an answer of ours nor make a browser send JSON without asking first.
    if (method !== 'POST' || request.headers['content-type'] !== 'application/json') return null
    const body = JSON.parse(text) as Record<string, unknown>
    if (path === '/sandbox/tokens') {
      const { number, exp_month, exp_year } = body
      return provider.createToken({ number, exp_month, exp_year })
    }
    const id = /^\/sandbox\/bank\/((?:tok|ch)_[0-9a-z]+)$/.exec(path)?.[1]
    return id === undefined ? null : provider.answerBank(id, body['passed'] === true)
  }
  if (!path.startsWith('/v1/')) return null
  if (!isMerchant(request, secretKey)) {
    return { status: 401, body: { error: { status: 401, type: 'auth_error', code: 'invalid_api_key' } } }
  }
  const form: Form = Object.fromEntries(method === 'GET' ? url.searchParams : new URLSearchParams(text))
  const [, , resource, id = '', part, child = ''] = path.split('/')
  switch (`${method} ${resource}${id && ' id'}${part ? ` ${part}` : ''}${child && ' id'}`) {
    case 'POST customers':
      return provider.createCustomer(form)
    case 'GET customers id cards':
      return provider.listCards(id)
    case 'POST customers id cards':
      return provider.addCard(id, form)
    case 'POST customers id cards id':
      return provider.changeCard(id, child, form)
    case 'DELETE customers id cards id':
      return provider.removeCard(id, child)
    case 'POST charges':
      return provider.createCharge(form)
    case 'GET charges':
      return provider.listCharges(form)
    case 'GET charges id':
      return provider.showCharge(id)
    case 'POST charges id tds_finish':
      return provider.finishCharge(id)
    default:
      return null
  }
}

function isMerchant(request: IncomingMessage, secretKey: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? '')
  const expected = Buffer.from(`Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bodyBytesMax) throw new Error('The body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
