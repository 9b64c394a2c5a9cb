import { createECDH, createPublicKey, type KeyObject, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(fileURLToPath(import.meta.url), '../../../..')

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'

export type Config = {
  readonly production: boolean
  /** The demo brand with its cast; never together with production. */
  readonly demo: boolean
  readonly port: number
  readonly host: string
  readonly publicUrl: URL
  readonly dataDir: string
  /** Never the owner's address: whatever serves has no use for it. */
  readonly databaseUrl: string
  /** Connections of this process to the database; a small pool is faster than a large one. */
  readonly databasePool: number
  /** At least 256 bits; every key of the service is derived from it. */
  readonly secretKey: Uint8Array
  readonly storeUrl: URL | null
  /** The public key that the online store signs with; null lets nobody redeem what the store's link carries. */
  readonly storeClientKey: KeyObject | null
  /** Where mails are handed over, and whom they come from; null without a mail server. */
  readonly mail: {
    readonly url: URL
    readonly from: string
    /** Whether a server that does not encrypt is refused. */
    readonly needsTls: boolean
  } | null
  /** The carrier that sends SMS; null without one. */
  readonly sms: {
    readonly url: URL
    readonly account: string
    readonly token: string
    readonly from: string
  } | null
  /** What rings people's devices; null without a key of our own. */
  readonly push: {
    readonly publicKey: string
    readonly privateKey: string
    readonly subject: string
    readonly services: readonly string[]
  } | null
  /** Who takes cards and where they are typed in; null takes none. Without an account the demo has its own sandbox. */
  readonly cards: {
    readonly payjp: {
      readonly url: URL
      readonly secretKey: string
      readonly publicKey: string
      readonly webhookToken: string
    } | null
    /** The second port, under which the card form stands: another origin than the app's. */
    readonly port: number
    /** Whether any free port will do where this one is taken: two demos on one machine want the same one. */
    readonly mayMove: boolean
    readonly url: URL | null
  } | null
  readonly metricsToken: string | null
  /** `postgres` lets several processes reach each other's sockets. */
  readonly socketAdapter: 'memory' | 'postgres'
  /** Proxies in front of us whose X-Forwarded-For counts. */
  readonly trustProxy: number
  readonly logLevel: LogLevel
  /** Compares every answer with the contract before it leaves. */
  readonly checkAnswers: boolean
  /** The caps on ordinary calls. Off only for measuring, and never in production. */
  readonly rateLimits: boolean
  /** The built web app; null serves the API alone. */
  readonly webDir: string | null
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Every name that the server reads. `.env.example` and `docs/configuration.md` are written from it. */
export const names = {
  NODE_ENV:
    '`production` turns the demo off and the strict checks on; anything else but `development` and `test` is refused.',
  PORT: 'The port that everything is served on (3000).',
  HOST: 'The address to listen on (127.0.0.1 in the demo, 0.0.0.0 in production).',
  PUBLIC_URL:
    'Where the service is reached from outside; https in production. Under https no other name is answered, so a proxy hands on the Host it was asked for.',
  DATA_DIR:
    'Where the embedded database, uploaded pictures and generated secrets live (./.data). Several processes share one.',
  DATABASE_URL:
    'An outside PostgreSQL 15 or newer, instead of the embedded one. Its user is the service’s own and owns nothing; production refuses an owner.',
  DATABASE_OWNER_URL:
    'The same database as its owner, for migrations and `npm run house:open` alone; with it they make the user of DATABASE_URL. Without it `npm start` expects a database of this version; outside production an owner in DATABASE_URL will do.',
  DATABASE_POOL:
    'Connections of one process to the database (16), beside two for payments, one for what is told of them and one that listens.',
  DEMO: 'The demo brand and cast; on unless NODE_ENV is production.',
  DEMO_PASSWORD: 'The password of the whole demo cast; one is made and printed without it.',
  STORE_URL: 'The online store that the app links to.',
  STORE_CLIENT_KEY:
    'The public key that the store signs with (Ed25519 or P-256, SPKI in base64); without it no store can redeem a hand-off.',
  SMTP_URL:
    'The mail server, such as smtps://user:password@mail.example.jp; production refuses one elsewhere that does not encrypt. The demo shows mails at /demo without it.',
  MAIL_FROM: 'The sender of mails, such as ツキシロ <no-reply@example.jp>. Needed with SMTP_URL.',
  SMS_URL: "The carrier's API, or a relay that speaks the same (https://api.twilio.com).",
  SMS_ACCOUNT: 'The account at the carrier; the demo shows SMS at /demo without it.',
  SMS_TOKEN: 'The secret of that account.',
  SMS_FROM: 'The number or name that the carrier sends from.',
  VAPID_PRIVATE_KEY:
    'The key that push services know us by: 32 random bytes as base64url. Without it nothing is pushed; the demo makes one. A new one ends every subscription.',
  VAPID_SUBJECT:
    'Whom push services write to, such as mailto:admin@example.jp (PUBLIC_URL when that is https).',
  VAPID_SERVICES:
    "Origins of further push services, with commas between them, besides those of the browsers' makers.",
  PAYJP_SECRET_KEY:
    'The secret key of PAY.JP (sk_live_…); without it the demo takes test cards of its own sandbox, and production none.',
  PAYJP_PUBLIC_KEY: 'The public key that belongs to it (pk_live_…).',
  PAYJP_WEBHOOK_TOKEN:
    'What PAY.JP puts on its messages to /v1/gateway/webhook (whook_…): its page of webhooks shows it.',
  PAYJP_URL: "PAY.JP's API, or one that speaks the same (https://api.pay.jp).",
  CARD_PORT: 'The second port, for the card form alone (the one after PORT).',
  CARD_URL:
    'Where that port is reached from outside, under another host name than PUBLIC_URL; needed with PAYJP_SECRET_KEY in production.',
  SECRET_KEY: 'At least 32 random bytes as hex or base64; all keys come from it. Needed in production.',
  METRICS_TOKEN:
    'Lets a caller read /metrics as a bearer. Without it only this machine may, and in production nobody.',
  SOCKET_ADAPTER:
    '`postgres` lets several processes reach each other’s sockets, `memory` is for one alone (postgres in production, memory in the demo).',
  TRUST_PROXY:
    'How many proxies stand in front (0). Behind one this must be said, or all callers count as one.',
  LOG_LEVEL: 'trace, debug, info, warn, error or silent (info).',
  CHECK_ANSWERS: 'Compare every answer with the contract (on unless production).',
  RATE_LIMITS: '`off` for measuring; refused in production.',
  WEB_DIR: 'The built web app (apps/web/dist).',
} as const

/** Prefixes under which a name that we do not read is surely a slip of the pen and not another program's. */
const ownPrefixes = [
  'SHIROGANE_',
  'SECRET_',
  'DEMO_',
  'METRICS_',
  'SOCKET_',
  'DATABASE_',
  'SMTP_',
  'MAIL_',
  'SMS_',
  'STORE_',
  'VAPID_',
  'PAYJP_',
  'CARD_',
]

/** Reads the whole environment and complains once, about everything that is wrong with it. */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const wrong: string[] = []
  const read = (name: keyof typeof names): string | undefined => env[name]?.trim() || undefined

  function whole(name: keyof typeof names, fallback: number, min: number, max: number): number {
    const text = read(name)
    if (text === undefined) return fallback
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= min && value <= max) return value
    wrong.push(`${name} must be a whole number from ${min} to ${max}, and is "${text}".`)
    return fallback
  }
  function oneOf<const T extends string>(name: keyof typeof names, values: readonly T[], fallback: T): T {
    const text = read(name)
    if (text === undefined) return fallback
    if (values.includes(text as T)) return text as T
    wrong.push(`${name} must be one of ${values.join(', ')}, and is "${text}".`)
    return fallback
  }
  function flag(name: keyof typeof names, fallback: boolean): boolean {
    const text = read(name)?.toLowerCase()
    if (text === undefined) return fallback
    if (['1', 'true', 'on', 'yes'].includes(text)) return true
    if (['0', 'false', 'off', 'no'].includes(text)) return false
    wrong.push(`${name} must be on or off, and is "${text}".`)
    return fallback
  }
  function url(name: keyof typeof names, protocols: readonly string[]): URL | null {
    const text = read(name)
    if (text === undefined) return null
    const parsed = URL.canParse(text) ? new URL(text) : null
    if (parsed && protocols.includes(parsed.protocol)) return parsed
    // The value may hold a password, so it is not repeated.
    wrong.push(`${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`)
    return null
  }

  const environment = oneOf('NODE_ENV', ['development', 'test', 'production'], 'development')
  const production = environment === 'production'
  const demo = flag('DEMO', !production)
  if (production && demo)
    wrong.push('DEMO cannot be on while NODE_ENV is production: its cast has known names.')
  if (production && read('DEMO_PASSWORD'))
    wrong.push('DEMO_PASSWORD has no meaning in production: remove it.')

  const port = whole('PORT', 3000, 0, 65_535)
  const publicUrl = url('PUBLIC_URL', ['https:', 'http:'])
  if (production && !read('PUBLIC_URL'))
    wrong.push('PUBLIC_URL is missing: the https address of the service.')
  if (production && publicUrl?.protocol === 'http:')
    wrong.push('PUBLIC_URL must begin with https:// in production.')
  if (publicUrl && !isBare(publicUrl)) wrong.push('PUBLIC_URL must be an address without a path.')

  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:'])
  if (!read('DATABASE_URL')) {
    wrong.push(
      production
        ? 'DATABASE_URL is missing: the database that comes along is for the demo, and books of its own would begin empty.'
        : 'DATABASE_URL is missing: the PostgreSQL to use (npm start brings its own when it is not set).',
    )
  }
  // Only looked at: it is for the commands that migrate.
  url('DATABASE_OWNER_URL', ['postgres:', 'postgresql:'])

  const dataDir = resolve(root, read('DATA_DIR') ?? '.data')
  const secretKey = readSecret(read('SECRET_KEY'), { production, dataDir, wrong })

  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:'])
  const mailFrom = read('MAIL_FROM')
  if (
    mailFrom !== undefined &&
    !/^(?:[^<>\r\n"]{1,60} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(mailFrom)
  ) {
    wrong.push('MAIL_FROM must be an address, or a name and an address in angle brackets.')
  }
  if (smtpUrl && !mailFrom) wrong.push('MAIL_FROM is missing: mails need a sender.')
  const storeUrl = url('STORE_URL', production ? ['https:'] : ['https:', 'http:'])
  const smsUrl =
    url('SMS_URL', production ? ['https:'] : ['https:', 'http:']) ?? new URL('https://api.twilio.com')
  const [smsAccount, smsToken, smsFrom] = [read('SMS_ACCOUNT'), read('SMS_TOKEN'), read('SMS_FROM')]
  const hasCarrier = smsAccount !== undefined && smsToken !== undefined && smsFrom !== undefined
  if (!hasCarrier && (smsAccount ?? smsToken ?? smsFrom) !== undefined) {
    wrong.push('SMS_ACCOUNT, SMS_TOKEN and SMS_FROM belong together: one of them is missing.')
  }

  const push = readPush({
    privateKey: read('VAPID_PRIVATE_KEY') ?? (production ? undefined : keptVapidKey(dataDir)),
    subject: read('VAPID_SUBJECT'),
    services: read('VAPID_SERVICES'),
    publicUrl,
    production,
    wrong,
  })

  const payjpUrl =
    url('PAYJP_URL', production ? ['https:'] : ['https:', 'http:']) ?? new URL('https://api.pay.jp')
  const payjpKeys = {
    secretKey: read('PAYJP_SECRET_KEY'),
    publicKey: read('PAYJP_PUBLIC_KEY'),
    webhookToken: read('PAYJP_WEBHOOK_TOKEN'),
  }
  const payjp = readPayjp(payjpKeys, payjpUrl, wrong)
  if (production && payjp?.secretKey.startsWith('sk_test_'))
    wrong.push('PAYJP_SECRET_KEY is a key for tests: balance bought with it would be paid by nobody.')
  const cardUrl = url('CARD_URL', production ? ['https:'] : ['https:', 'http:'])
  if (production && payjp && !read('CARD_URL'))
    wrong.push('CARD_URL is missing: the card form needs an address of its own.')
  if (cardUrl && !isBare(cardUrl)) wrong.push('CARD_URL must be an address without a path.')
  // Cookies take no notice of ports, so under the same name they would reach both.
  const isSame = (part: 'origin' | 'hostname'): boolean => cardUrl?.[part] === publicUrl?.[part]
  if (cardUrl && publicUrl && isSame(production ? 'hostname' : 'origin'))
    wrong.push('CARD_URL must be another address than PUBLIC_URL: cards are typed in apart from the app.')

  const metricsToken = read('METRICS_TOKEN') ?? null
  if (metricsToken !== null && metricsToken.length < 16)
    wrong.push('METRICS_TOKEN must have at least 16 characters.')
  const rateLimits = flag('RATE_LIMITS', true)
  if (production && !rateLimits) wrong.push('RATE_LIMITS cannot be off in production.')

  for (const name of Object.keys(env)) {
    if (Object.hasOwn(names, name)) continue
    if (ownPrefixes.some((prefix) => name.startsWith(prefix)))
      wrong.push(`${name} is not a name that the server knows.`)
  }

  const config: Config = {
    production,
    demo: demo && !production,
    port,
    host: read('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: publicUrl ?? new URL(`http://localhost:${port}`),
    dataDir,
    databaseUrl: databaseUrl?.href ?? '',
    databasePool: whole('DATABASE_POOL', 16, 2, 200),
    secretKey,
    storeUrl,
    mail:
      smtpUrl && mailFrom
        ? { url: smtpUrl, from: mailFrom, needsTls: production && !isLoopback(smtpUrl.hostname) }
        : null,
    sms: hasCarrier ? { url: smsUrl, account: smsAccount, token: smsToken, from: smsFrom } : null,
    storeClientKey: readPublicKey(read('STORE_CLIENT_KEY'), wrong),
    push,
    cards:
      payjp || !production
        ? {
            payjp,
            port: whole('CARD_PORT', port === 0 ? 0 : (port % 65_535) + 1, 0, 65_535),
            mayMove: !production && !read('CARD_PORT'),
            url: cardUrl,
          }
        : null,
    metricsToken,
    socketAdapter: oneOf('SOCKET_ADAPTER', ['memory', 'postgres'], production ? 'postgres' : 'memory'),
    trustProxy: whole('TRUST_PROXY', 0, 0, 10),
    logLevel: oneOf('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
    checkAnswers: flag('CHECK_ANSWERS', !production),
    rateLimits,
    webDir: resolve(root, read('WEB_DIR') ?? 'apps/web/dist'),
  }
  if (wrong.length > 0) {
    throw new ConfigError(
      `The environment needs correcting:\n${wrong.map((line) => `  - ${line}`).join('\n')}`,
    )
  }
  return config
}

const isBare = ({ pathname, search, hash }: URL): boolean => pathname === '/' && !search && !hash

const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

function readPublicKey(text: string | undefined, wrong: string[]): KeyObject | null {
  if (text === undefined) return null
  try {
    return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
  } catch {
    wrong.push('STORE_CLIENT_KEY must be a public key (SPKI, DER) in base64.')
    return null
  }
}

type PayjpKeys = Record<'secretKey' | 'publicKey' | 'webhookToken', string | undefined>

function readPayjp(
  { secretKey, publicKey, webhookToken }: PayjpKeys,
  url: URL,
  wrong: string[],
): NonNullable<Config['cards']>['payjp'] {
  if ((secretKey ?? publicKey ?? webhookToken) === undefined) return null
  if (secretKey === undefined || publicKey === undefined || webhookToken === undefined) {
    wrong.push(
      'PAYJP_SECRET_KEY, PAYJP_PUBLIC_KEY and PAYJP_WEBHOOK_TOKEN belong together: one of them is missing.',
    )
    return null
  }
  if (!/^sk_(live|test)_\w+$/.test(secretKey))
    wrong.push('PAYJP_SECRET_KEY must begin with sk_live_ or sk_test_.')
  if (!/^pk_(live|test)_\w+$/.test(publicKey))
    wrong.push('PAYJP_PUBLIC_KEY must begin with pk_live_ or pk_test_.')
  if (secretKey.slice(2, 8) !== publicKey.slice(2, 8))
    wrong.push('PAYJP_SECRET_KEY and PAYJP_PUBLIC_KEY must be a pair: one is for tests and the other is not.')
  return { url, secretKey, publicKey, webhookToken }
}

type PushSource = {
  privateKey: string | undefined
  subject: string | undefined
  services: string | undefined
  publicUrl: URL | null
  production: boolean
  wrong: string[]
}

function readPush({
  privateKey,
  subject,
  services,
  publicUrl,
  production,
  wrong,
}: PushSource): Config['push'] {
  if (subject !== undefined && !/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(subject)) {
    wrong.push('VAPID_SUBJECT must begin with mailto: or https://.')
  }
  const origins = (services?.split(',') ?? []).map((text) => text.trim()).filter(Boolean)
  for (const origin of origins) {
    const isOrigin = URL.canParse(origin) && new URL(origin).origin === origin
    if (!isOrigin || !(production ? /^https:/ : /^https?:/).test(origin))
      wrong.push(`VAPID_SERVICES must name origins such as https://push.example.jp, and has "${origin}".`)
  }
  if (privateKey === undefined) return null
  const house = publicUrl?.protocol === 'https:' ? publicUrl.origin : undefined
  try {
    const bytes = Buffer.from(privateKey, 'base64url')
    if (bytes.length !== 32) throw new RangeError('length')
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(bytes)
    return {
      publicKey: pair.getPublicKey('base64url'),
      privateKey: bytes.toString('base64url'),
      subject: subject ?? house ?? 'mailto:shirogane@example.com',
      services: origins,
    }
  } catch {
    wrong.push(
      'VAPID_PRIVATE_KEY must be 32 random bytes as base64url: `openssl rand -base64 32 | tr +/ -_`.',
    )
    return null
  }
}

type SecretSource = { production: boolean; dataDir: string; wrong: string[] }

function readSecret(text: string | undefined, { production, dataDir, wrong }: SecretSource): Uint8Array {
  if (text === undefined) {
    if (!production) return keptSecret(dataDir)
    wrong.push('SECRET_KEY is missing: make one with `openssl rand -base64 48`.')
    return new Uint8Array(32)
  }
  const bytes = decodeSecret(text)
  if (bytes.length < 32) {
    wrong.push('SECRET_KEY is too short: at least 32 random bytes, written as hex or base64.')
  } else if (new Set(bytes).size < 12 || /secret|password|change|example|default|test/i.test(text)) {
    wrong.push('SECRET_KEY is not random: make one with `openssl rand -base64 48`.')
  }
  return bytes
}

function decodeSecret(text: string): Uint8Array {
  if (/^[0-9a-f]+$/i.test(text) && text.length % 2 === 0) return Buffer.from(text, 'hex')
  if (/^[A-Za-z0-9+/_-]+=*$/.test(text)) return Buffer.from(text, 'base64')
  return new Uint8Array(0)
}

/** Made once and kept beside the data, so that a restart of the demo ends nobody's session. */
function keptSecret(dataDir: string): Uint8Array {
  const file = keptFile(dataDir, 'secret-key', () => randomBytes(48).toString('base64'))
  const bytes = decodeSecret(readFileSync(file, 'utf8').trim())
  if (bytes.length < 32)
    throw new ConfigError(`The file ${file} is damaged: remove it, and everyone logs in again.`)
  return bytes
}

/** Likewise, so that devices are still reached after a restart of the demo. */
function keptVapidKey(dataDir: string): string {
  const file = keptFile(dataDir, 'vapid-key', () => {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    // A key may begin with zeros, which the number alone would lose.
    return Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url')
  })
  return readFileSync(file, 'utf8').trim()
}

function keptFile(dataDir: string, name: string, make: () => string): string {
  const file = join(dataDir, name)
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, make(), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return file
}
