import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError, type Environment, environmentOf, isBare, type Variables } from './config/environment.ts'
import { isSlip } from './config/names.ts'
import { readPreviousSecretKeys, readSecretKey, readSessionSecrets, readStoreKey } from './config/secrets.ts'
import { readCards, readMail, readPush, readSms } from './config/services.ts'
import type { Config } from './config/shape.ts'

export type { Config, LogLevel } from './config/shape.ts'

const root = resolve(fileURLToPath(import.meta.url), '../../../..')

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
  const previousSecretKeys = readPreviousSecretKeys(environment, secretKey)
  const config: Config = {
    production,
    demo,
    port,
    host: read('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: publicUrl ?? new URL(`http://localhost:${port}`),
    dataDir,
    databaseUrl,
    databasePool: whole('DATABASE_POOL', 16, 2, 200),
    databasePatienceMs: whole('DATABASE_PATIENCE', 4, 1, 60) * 1_000,
    secretKey,
    previousSecretKeys,
    sessionSecrets: readSessionSecrets(environment, secretKey, previousSecretKeys),
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
