import type { KeyObject } from 'node:crypto'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError, type Environment, environmentOf, isBare, type Variables } from './config/environment.ts'
import { isSlip } from './config/names.ts'
import { readSecretKey, readSessionSecrets, readStoreKey } from './config/secrets.ts'
import { readCards, readMail, readPush, readSms } from './config/services.ts'
import type { SessionSecrets } from './features/auth/session-keys.ts'

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
  /** At least 256 bits; every key of what is kept is derived from it. */
  readonly secretKey: Uint8Array
  /** The keys of sessions are derived from these: they may change while the house is open. */
  readonly sessionSecrets: SessionSecrets
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

/** Reads the whole environment and complains once, about everything that is wrong with it. */
export function loadConfig(env: Variables = process.env): Config {
  const environment = environmentOf(env)
  const { production, wrong, read, whole, oneOf, flag, webUrl } = environment
  const demo = readDemo(environment)
  const port = whole('PORT', 3000, 0, 65_535)
  const publicUrl = readPublicUrl(environment)
  const databaseUrl = readDatabaseUrl(environment)
  const dataDir = resolve(root, read('DATA_DIR') ?? '.data')
  const secretKey = readSecretKey(environment, dataDir)
  const config: Config = {
    production,
    demo,
    port,
    host: read('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: publicUrl ?? new URL(`http://localhost:${port}`),
    dataDir,
    databaseUrl,
    databasePool: whole('DATABASE_POOL', 16, 2, 200),
    secretKey,
    sessionSecrets: readSessionSecrets(environment, secretKey),
    mail: readMail(environment),
    storeUrl: webUrl('STORE_URL'),
    storeClientKey: readStoreKey(environment),
    sms: readSms(environment),
    push: readPush(environment, { dataDir, publicUrl }),
    cards: readCards(environment, { port, publicUrl }),
    metricsToken: readMetricsToken(environment),
    rateLimits: readRateLimits(environment),
    socketAdapter: oneOf('SOCKET_ADAPTER', ['memory', 'postgres'], production ? 'postgres' : 'memory'),
    trustProxy: whole('TRUST_PROXY', 0, 0, 10),
    logLevel: oneOf('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
    checkAnswers: flag('CHECK_ANSWERS', !production),
    webDir: resolve(root, read('WEB_DIR') ?? 'apps/web/dist'),
  }
  wrong.push(
    ...Object.keys(env)
      .filter(isSlip)
      .map((name) => `${name} is not a name that the server knows.`),
  )
  if (wrong.length > 0) {
    throw new ConfigError(
      `The environment needs correcting:\n${wrong.map((line) => `  - ${line}`).join('\n')}`,
    )
  }
  return config
}

function readDemo({ production, wrong, read, flag }: Environment): boolean {
  const demo = flag('DEMO', !production)
  if (production && demo)
    wrong.push('DEMO cannot be on while NODE_ENV is production: its cast has known names.')
  if (production && read('DEMO_PASSWORD'))
    wrong.push('DEMO_PASSWORD has no meaning in production: remove it.')
  return demo && !production
}

function readPublicUrl({ production, wrong, read, url }: Environment): URL | null {
  const publicUrl = url('PUBLIC_URL', ['https:', 'http:'])
  if (production && !read('PUBLIC_URL'))
    wrong.push('PUBLIC_URL is missing: the https address of the service.')
  if (production && publicUrl?.protocol === 'http:')
    wrong.push('PUBLIC_URL must begin with https:// in production.')
  if (publicUrl && !isBare(publicUrl)) wrong.push('PUBLIC_URL must be an address without a path.')
  return publicUrl
}

function readDatabaseUrl({ production, wrong, read, url }: Environment): string {
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
  return databaseUrl?.href ?? ''
}

function readMetricsToken({ wrong, read }: Environment): string | null {
  const token = read('METRICS_TOKEN') ?? null
  if (token !== null && token.length < 16) wrong.push('METRICS_TOKEN must have at least 16 characters.')
  return token
}

function readRateLimits({ production, wrong, flag }: Environment): boolean {
  const rateLimits = flag('RATE_LIMITS', true)
  if (production && !rateLimits) wrong.push('RATE_LIMITS cannot be off in production.')
  return rateLimits
}
