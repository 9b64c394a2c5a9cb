import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Postgres } from '@shirogane/embedded-postgres'
import { audit } from '@shirogane/ledger/audit/audit'
import { type MailServer, startMailServer } from '@shirogane/testkit/servers/mail-server'
import { type PushService, startPushService } from '@shirogane/testkit/servers/push-service'
import { atEnd } from '@shirogane/tools/lib/at-end'
import { startOwnPostgres } from '@shirogane/tools/lib/own-postgres'
import { freePort, type Service, startService } from '@shirogane/tools/lib/service'
import pg from 'pg'

/** What the whole cast signs in with here. */
export const password = 'Tsukishiro-2026'

/** What every shop is a copy of, as the command has made it for its workers. */
export interface Brand {
  folder: string
  /** What the first server of all compiles serves the others, which is half of what it takes them to start. */
  compiled: string
  secretKey: string
}

/** The variable of the environment that takes the brand to the workers. */
export const brandVariable = 'E2E_BRAND'

/** The demo brand on a database of its own, served by the real server as a process of its own. */
export class Shop {
  readonly folder: string
  readonly port: number
  /** Every mail of the shop arrives here, over SMTP. */
  readonly mailServer: MailServer
  readonly pushService: PushService
  #postgres: Postgres
  #service: Service
  /** A look behind the counter, as the owner of the database. */
  db: pg.Pool

  private constructor(parts: {
    folder: string
    port: number
    postgres: Postgres
    service: Service
    mailServer: MailServer
    pushService: PushService
  }) {
    this.folder = parts.folder
    this.port = parts.port
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

  get registerOrigin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  static async open(): Promise<Shop> {
    const folder = makeFolder()
    // With owners and rights: the database refuses a folder that is not its own.
    await promisify(execFile)('cp', ['-a', `${readBrand().folder}/.`, folder])
    const postgres = await startOwnPostgres(join(folder, 'postgres'))
    const [port, mailServer, pushService] = await Promise.all([
      freePort(),
      startMailServer(),
      startPushService(),
    ])
    const service = await serve({
      folder,
      port,
      url: postgres.serviceUrl,
      mailServer,
      pushService,
    })
    return new Shop({ folder, port, postgres, service, mailServer, pushService })
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

function readBrand(): Brand {
  return JSON.parse(process.env[brandVariable] ?? '') as Brand
}

/** A folder that does not outlive the process, also where a shop does not come to open. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shirogane-e2e-'))
  chmodSync(folder, 0o755)
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  // Journeys that kill the database leave idle connections broken.
  pool.on('error', () => undefined)
  return pool
}

function serve(parts: {
  folder: string
  port: number
  url: string
  mailServer: MailServer
  pushService: PushService
}): Promise<Service> {
  const { compiled, secretKey } = readBrand()
  return startService({
    databaseUrl: parts.url,
    dataDir: parts.folder,
    port: parts.port,
    logFile: join(parts.folder, 'server.log'),
    // One machine plays everybody, so the limits by address would stop the play.
    env: {
      SECRET_KEY: secretKey,
      DEMO: 'on',
      NODE_COMPILE_CACHE: compiled,
      RATE_LIMITS: 'off',
      CHECK_ANSWERS: 'on',
      WEB_DIR: join(parts.folder, 'web'),
      SMTP_URL: parts.mailServer.url,
      MAIL_FROM: 'ツキシロ <no-reply@example.jp>',
      VAPID_SERVICES: parts.pushService.origin,
    },
  })
}
