import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loadConfig } from '@shirogane/api/config'
import { migrate } from '@shirogane/api/db/migrate'
import { admitService } from '@shirogane/api/db/service-role'
import { deriveKeys, type Keys } from '@shirogane/api/features/auth/keys'
import { seed } from '@shirogane/api/seed/seed'
import type { Postgres } from '@shirogane/embedded-postgres'
import { moveStock } from '@shirogane/ledger'
import { audit } from '@shirogane/ledger/audit/audit'
import { keepWaysOpen } from '@shirogane/testkit/acts/kyc-ways'
import { type MailServer, startMailServer } from '@shirogane/testkit/servers/mail-server'
import { endNights } from '@shirogane/testkit/acts/nights'
import { type PushService, startPushService } from '@shirogane/testkit/servers/push-service'
import { startOwnPostgres } from '@shirogane/tools/lib/own-postgres'
import { freePort, type Service, startService } from '@shirogane/tools/lib/service'
import { distFolder } from '@shirogane/tools/lib/code/web-build'
import pg from 'pg'

/** What the whole cast signs in with here. */
export const password = 'Tsukishiro-2026'

/** The demo brand on a database of its own, served by the real server as a process of its own. */
export class Shop {
  readonly folder: string
  readonly port: number
  readonly keys: Keys
  /** Every mail of the shop arrives here, over SMTP. */
  readonly mailServer: MailServer
  readonly pushService: PushService
  readonly #secretKey: string
  #postgres: Postgres
  #service: Service
  /** A look behind the counter, as the owner of the database. */
  db: pg.Pool

  private constructor(parts: {
    folder: string
    port: number
    secretKey: string
    postgres: Postgres
    service: Service
    mailServer: MailServer
    pushService: PushService
  }) {
    this.folder = parts.folder
    this.port = parts.port
    this.#secretKey = parts.secretKey
    this.keys = deriveKeys(Buffer.from(parts.secretKey, 'hex'))
    this.#postgres = parts.postgres
    this.#service = parts.service
    this.mailServer = parts.mailServer
    this.pushService = parts.pushService
    this.db = openPool(parts.postgres.url)
  }

  /** Customers and staff come by different names of the machine, so that one browser holds both sessions apart. */
  get phoneOrigin(): string {
    return `http://localhost:${this.port}`
  }

  get tillOrigin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  static async open(): Promise<Shop> {
    const { folder: made, secretKey } = await (brand ??= makeBrand())
    const folder = newFolder()
    // With owners and rights: the database refuses a folder that is not its own.
    await promisify(execFile)('cp', ['-a', `${made}/.`, folder])
    const postgres = await startOwnPostgres(join(folder, 'postgres'))
    const [port, mailServer, pushService] = await Promise.all([
      freePort(),
      startMailServer(),
      startPushService(),
    ])
    const service = await serve({
      folder,
      port,
      secretKey,
      url: postgres.serviceUrl,
      mailServer,
      pushService,
    })
    return new Shop({ folder, port, secretKey, postgres, service, mailServer, pushService })
  }

  /** Pulls the plug on everything at once. */
  async killEverything(): Promise<void> {
    await Promise.all([this.#service.kill(), this.#postgres.kill()])
  }

  async killServer(): Promise<void> {
    await this.#service.kill()
  }

  /** Starts those parts that are not running. */
  async start(): Promise<void> {
    this.#postgres = await startOwnPostgres(join(this.folder, 'postgres'))
    await this.db.end().catch(() => undefined)
    this.db = openPool(this.#postgres.url)
    if (this.#service.isRunning()) return
    this.#service = await serve({
      folder: this.folder,
      port: this.port,
      secretKey: this.#secretKey,
      url: this.#postgres.serviceUrl,
      mailServer: this.mailServer,
      pushService: this.pushService,
    })
  }

  async close(): Promise<void> {
    await this.#service.stop()
    await this.db.end()
    await Promise.all([this.#postgres.stop(), this.mailServer.close(), this.pushService.close()])
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** What the auditor finds wrong with the books; nothing, when they balance. */
  async findings(): Promise<string[]> {
    const { findings } = await audit(this.db)
    return findings.map(({ rule, subject }) => `${rule}: ${subject}`)
  }

  /** The number of sales in the books. */
  async countSales(): Promise<number> {
    const { rows } = await this.db.query<{ count: number }>(
      `select count(*)::int as count from ledger.transactions where kind = 'payment'`,
    )
    return rows[0]!.count
  }

  async walletOf(username: string): Promise<{ balance: number; points: number; level_index: number }> {
    const { rows } = await this.db.query<{ balance: number; points: number; level_index: number }>(
      `select (w.balance_paid + w.balance_bonus)::int as balance, (w.point_regular + w.point_limited)::int as points,
         w.level_index from ledger.wallets w join users u on u.id = w.user_id where u.username = $1`,
      [username],
    )
    return rows[0]!
  }
}

let brand: Promise<{ folder: string; secretKey: string }> | null = null
let compiled: string | null = null

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shirogane-e2e-'))
  chmodSync(folder, 0o755)
  return folder
}

/** A folder for the whole command. */
function sharedFolder(): string {
  const folder = newFolder()
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The demo brand in a folder, as every shop begins: made once, and copied by each shop that opens. */
async function makeBrand(): Promise<{ folder: string; secretKey: string }> {
  const folder = sharedFolder()
  const secretKey = randomBytes(48).toString('hex')
  const postgres = await startOwnPostgres(join(folder, 'postgres'))
  await migrate(postgres.url)
  await admitService(postgres.url, postgres.serviceUrl)
  process.env['DEMO_PASSWORD'] = password
  const config = loadConfig({
    DATABASE_URL: postgres.serviceUrl,
    DATA_DIR: folder,
    SECRET_KEY: secretKey,
    DEMO: 'on',
  })
  await seed(postgres.url, config, () => undefined)
  await prepare(postgres.url)
  await postgres.stop()
  // A copy, so that a story can put the next version in its place.
  cpSync(distFolder, join(folder, 'web'), { recursive: true })
  return { folder, secretKey }
}

/**
 * Stories of one shop sell the same few articles over and over: the main one gets a large delivery first. And they are the
 * same on every date: papers may be shown, and nothing is due that night.
 */
async function prepare(url: string): Promise<void> {
  const db = openPool(url)
  const { rows } = await db.query<{ session_id: string; actor_id: string; store_id: string; skus: string[] }>(
    `with session as (
       insert into sessions (id, user_id, handle, device_id, client, salt, acknowledged, absolute_expires_at)
       select uuidv7(), user_id, 'delivery', 'delivery', 'api', sha256('delivery'), true, now() + interval '1 hour'
       from employees where number = 'E0002' returning id, user_id
     )
     select s.id as session_id, s.user_id as actor_id, e.store_id,
       (select array_agg(l.sku_id) from ledger.stock_levels l where l.store_id = e.store_id) as skus
     from session s join employees e on e.user_id = s.user_id`,
  )
  const { skus, session_id, ...at } = rows[0]!
  const { code } = await moveStock(
    { rows: async (text, values) => (await db.query(text, values && [...values])).rows as never },
    {
      ...at,
      session_id,
      route: 'inventory',
      key: randomUUID(),
      request_hash: Buffer.alloc(32),
      id: randomUUID(),
      kind: 'receive',
      supplier: '銀工舎 本工房',
      slip_number: 'KNZ1-9000',
      lines: skus.map((sku_id) => ({ sku_id, quantity: 200 })),
    },
  )
  if (code !== null) throw new Error(`The delivery was refused: ${code}`)
  await keepWaysOpen(db)
  await endNights(db)
  await db.query(`update sessions set revoked_at = now(), revoked_reason = 'logout' where id = $1`, [
    session_id,
  ])
  await db.end()
}

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  // Stories that kill the database leave idle connections broken.
  pool.on('error', () => undefined)
  return pool
}

function serve(parts: {
  folder: string
  port: number
  secretKey: string
  url: string
  mailServer: MailServer
  pushService: PushService
}): Promise<Service> {
  return startService({
    databaseUrl: parts.url,
    dataDir: parts.folder,
    port: parts.port,
    logFile: join(parts.folder, 'server.log'),
    // One machine plays everybody, so the limits by address would stop the play.
    env: {
      SECRET_KEY: parts.secretKey,
      DEMO: 'on',
      // The first server of all compiles for the others, which is half of what it takes them to start.
      NODE_COMPILE_CACHE: (compiled ??= sharedFolder()),
      RATE_LIMITS: 'off',
      CHECK_ANSWERS: 'on',
      WEB_DIR: join(parts.folder, 'web'),
      SMTP_URL: parts.mailServer.url,
      MAIL_FROM: 'ツキシロ <no-reply@example.jp>',
      VAPID_SERVICES: parts.pushService.origin,
    },
  })
}
