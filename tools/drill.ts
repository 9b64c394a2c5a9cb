// npm run drill: an installation at work is backed up, lost, and restored to a moment of its past; then its books are compared with
// what its registers had been told by then. At the end its secret key is changed while the registers sell.
//   --rounds N   how often (3); what was restored is the installation of the next round
//   --seed N     repeats the order of events of an earlier run
import { randomInt } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadConfig } from '@shirogane/api/config'
import { dbOf } from '@shirogane/api/db/sql'
import { migrate } from '@shirogane/api/db/migrate'
import { admitService } from '@shirogane/api/db/service-role'
import { noteLastBlock } from '@shirogane/api/features/books/index'
import { openNotes } from '@shirogane/api/gateways/notes'
import { type Restored, finishRestore } from '@shirogane/api/restore/finish-restore'
import type { Postgres } from '@shirogane/embedded-postgres'
import { audit } from '@shirogane/ledger/audit/audit'
import pg from 'pg'
import { createWorld, type World } from './bench/world.ts'
import { readBooks, readWallets, waitForOutbox } from './chaos/books.ts'
import { compareBooks } from './chaos/compare.ts'
import type { Books, Journal, Wallet } from './chaos/journal.ts'
import { openShop } from './chaos/shop.ts'
import { sendSale, workRegister } from './chaos/registers.ts'
import { archiveAll, archiving, layDown, recovering, takeBase } from './drill/backup.ts'
import { changeKey, type Registers } from './drill/keys.ts'
import { asOf, countAround } from './drill/moment.ts'
import { startOwnPostgres } from './lib/own-postgres.ts'
import { runCommand, step } from './lib/progress.ts'
import { type Service, startService } from './lib/service.ts'
import { chances, numberAfter, Verdicts } from './lib/trial.ts'

const rounds = numberAfter('--rounds') ?? 3
const seed = numberAfter('--seed') ?? randomInt(2 ** 31)
const customers = 60
/** Sales on either side of a moment that make a load. */
const atLeast = 10

const random = chances(seed)
const verdicts = new Verdicts()

/** A block of the chain of hashes as it was noted outside the database. */
interface Block {
  block: string
  hash: string
}

/** One installation: its database, its server, and what its registers and customers know. */
class Installation {
  readonly folder: string
  readonly archive: string
  /** Each life of the database lies in a folder of its own. */
  #life = 0
  #postgres: Postgres | null = null
  #services: Service[] = []
  /** What its processes are told beside where their database is. */
  environment: Record<string, string> = {}
  world: World | null = null
  journal: Journal = []
  before: Wallet[] = []

  constructor(folder: string) {
    this.folder = folder
    this.archive = join(folder, 'archive')
    mkdirSync(this.archive)
    // PostgreSQL writes here, as another user where this is root.
    chmodSync(this.archive, 0o777)
  }

  get db(): pg.Pool {
    return this.world!.db
  }

  get origin(): string {
    const running = this.origins
    return running[Math.floor(Math.random() * running.length)] ?? 'http://127.0.0.1:9'
  }

  get origins(): string[] {
    return this.#services.filter((service) => service.isRunning()).map(({ origin }) => origin)
  }

  get databaseUrl(): string {
    return this.#postgres!.serviceUrl
  }

  async build(): Promise<void> {
    this.#postgres = await startOwnPostgres(this.#home(), await archiving(this.archive))
    const { url, serviceUrl } = this.#postgres
    await migrate(url)
    await admitService(url, serviceUrl)
    this.world = await createWorld(url, customers)
    // No customer here has a phone: an amount that would ask them is refused by the ledger, once and for good.
    await this.db.query(`insert into settings (key, value) values ('pay.confirm_over', '0')`)
    this.before = await readWallets(this.db)
    this.environment = {
      DATA_DIR: this.folder,
      SECRET_KEY: this.world.secretKey,
      DEMO: 'off',
      RATE_LIMITS: 'off',
      CHECK_ANSWERS: 'on',
    }
  }

  #home(): string {
    return join(this.folder, `database-${this.#life}`)
  }

  async startServer(): Promise<void> {
    this.#services.push(await this.#start())
  }

  #start(): Promise<Service> {
    return startService({
      databaseUrl: this.databaseUrl,
      dataDir: this.folder,
      logFile: join(this.folder, 'server.log'),
      env: this.environment,
    })
  }

  /** The others answer meanwhile. */
  async restart(process: number): Promise<void> {
    await this.#services[process]!.stop()
    this.#services[process] = await this.#start()
  }

  async takeBase(base: string): Promise<void> {
    await takeBase(this.#postgres!.url, join(this.#postgres!.folder, 'cluster'), base)
  }

  /** Chains what was sold since that block and notes it outside, as the server does every ten seconds. */
  async noteBlockAfter({ block }: Block): Promise<void> {
    const deadline = performance.now() + 15_000
    for (;;) {
      await this.db.query('select ledger.extend_chain()')
      const { rowCount } = await this.db.query('select 1 from ledger.chain_blocks where block > $1', [block])
      if (rowCount) break
      if (performance.now() > deadline) throw new Error('Nothing is chained after the moment.')
      await sleep(50)
    }
    await noteLastBlock(dbOf(this.db), openNotes({ dataDir: this.folder }))
  }

  /** The machine is gone, and all that lay on its disk. */
  async lose(): Promise<void> {
    await archiveAll(this.db, this.archive)
    await this.db.end()
    await Promise.all([...this.#services.map((service) => service.kill()), this.#postgres!.kill()])
    this.#services = []
    rmSync(this.#postgres!.folder, { recursive: true, force: true })
  }

  /** What `npm run db:restored` does. */
  finishRestore(): Promise<Restored> {
    const { url } = this.#postgres!
    return finishRestore(url, loadConfig({ ...this.environment, DATABASE_URL: url }))
  }

  /** Another machine, a base, and the archive. */
  async restore(base: string, moment: Date): Promise<void> {
    this.#life += 1
    await layDown(base, join(this.#home(), 'cluster'))
    this.#postgres = await startOwnPostgres(this.#home(), {
      ...(await archiving(this.archive)),
      ...recovering(this.archive, moment),
    })
    this.world = { ...this.world!, db: new pg.Pool({ connectionString: this.#postgres.url, max: 2 }) }
  }

  async close(): Promise<void> {
    await this.world?.db.end().catch(() => undefined)
    await Promise.all(this.#services.map((service) => service.stop()))
    await this.#postgres?.stop()
  }
}

await runCommand(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shirogane-drill-'))
  chmodSync(folder, 0o755)
  const installation = new Installation(folder)
  try {
    step(`Restoring ${rounds} times to a moment (--seed ${seed})`)
    await installation.build()
    await installation.startServer()
    for (let round = 1; round <= rounds; round += 1) await runRound(round, installation)
    await changeKeyAtWork(installation)
  } finally {
    await installation.close()
    rmSync(folder, { recursive: true, force: true })
  }
  verdicts.close()
})

async function runRound(round: number, installation: Installation): Promise<void> {
  const base = join(installation.folder, `base-${round}`)
  const { moment, encrypt: block } = await workBackUpAndLose(installation, base)
  const { before, at, after } = countAround(moment, installation.journal)
  const title = `round ${round}: ${before} paid before the moment, ${at} under way, ${after} after it`
  verdicts.judge(title, before < atLeast || after < atLeast ? ['that is no load'] : [])

  const startedAt = performance.now()
  await installation.restore(base, moment)
  const databaseAt = performance.now()
  await checkAsRestored(installation, block)
  const checkedAt = performance.now()
  await checkItIsNotOpened(installation)
  const finishingAt = performance.now()
  await installation.finishRestore()
  await installation.startServer()
  const seconds = (from: number, until: number): string => ((until - from) / 1000).toFixed(1)
  step(
    `       the database was back after ${seconds(startedAt, databaseAt)} s, its books were checked after ${seconds(databaseAt, checkedAt)} s more, and the server answered after ${seconds(finishingAt, performance.now())} s more`,
  )
  await waitForOutbox(installation.db, 15_000)
  const books = await readBooks(installation.db)
  proveTheChecker(installation, moment, books)
  installation.journal = asOf(moment, installation.journal, books)
  verdicts.judge(
    'what was acknowledged before the moment is there once, and nothing later is',
    compareBooks(installation.journal, installation.before, books),
  )
  await sellOn(installation)
  rmSync(base, { recursive: true, force: true })
}

/**
 * Business, a base in the middle of it, a moment that the owner will wish to go back to, more business, and the end.
 */
async function workBackUpAndLose(
  installation: Installation,
  base: string,
): Promise<{ moment: Date; encrypt: Block }> {
  const registers = await openRegisters(installation)
  await registers.untilSold()
  await sleep(random() * 500)
  await installation.takeBase(base)
  await sleep(300 + random() * 1_500)
  await installation.db.query('select ledger.extend_chain()')
  const { rows } = await installation.db.query<Block>(
    `select block, encode(hash, 'hex') as hash from ledger.chain_blocks order by block desc limit 1`,
  )
  await sleep(random() * 500)
  const moment = new Date()
  await sleep(random() * 1_000)
  await untilSold(installation, moment.getTime())
  await registers.close()
  await installation.noteBlockAfter(rows[0]!)
  await installation.lose()
  return { moment, encrypt: rows[0]! }
}

/** However slow the machine is, there is some business after this time. */
async function untilSold({ journal }: Installation, since: number): Promise<void> {
  const deadline = performance.now() + 60_000
  while (
    journal.filter((entry) => entry.sent_at! > since && entry.acknowledged_at !== null).length < atLeast
  ) {
    if (performance.now() > deadline) throw new Error('The registers sell nothing.')
    await sleep(20)
  }
}

/** The registers begin to work; what is answered ends that, with nothing left unknown. */
async function openRegisters(installation: Installation): Promise<Registers> {
  const shop = await openShop(installation.world!, () => installation.origin, random)
  const from = installation.journal.length
  let open = true
  const people = [...shop.clerks, ...shop.customers]
  const work = Promise.all(
    shop.clerks.map((_, clerk) => workRegister(shop, clerk, installation.journal, () => open)),
  )
  const waitForAnswers = async (): Promise<void> => {
    for (const entry of installation.journal.slice(from))
      if (entry.outcome === 'unknown') await sendSale(shop, entry)
  }
  const close = async (): Promise<void> => {
    open = false
    await work
    await waitForAnswers()
  }
  return { people, waitForAnswers, close, untilSold: () => untilSold(installation, Date.now()) }
}

/** Before anything is written to it. */
async function checkAsRestored({ db }: Installation, block: Block): Promise<void> {
  const { findings } = await audit(db)
  verdicts.judge(
    'the books that came back balance, and their seals hold',
    findings.map(
      ({ rule, subject, expected, found }) => `${rule}: ${subject}, expected ${expected}, found ${found}`,
    ),
  )
  const { rows } = await db.query<{ hash: string }>(
    `select encode(hash, 'hex') as hash from ledger.chain_blocks where block = $1`,
    [block.block],
  )
  const isSame = rows[0]?.hash === block.hash
  verdicts.judge(
    'the last seal before the moment is the one that was noted elsewhere',
    isSame ? [] : [`block ${block.block} was ${block.hash} and is ${rows[0]?.hash ?? 'not there'}`],
  )
}

/** No one is let in before the owner has done what a restore asks for. */
async function checkItIsNotOpened(installation: Installation): Promise<void> {
  const refusal = await installation.startServer().then(
    () => 'it was opened',
    (error: unknown) => String(error),
  )
  verdicts.judge(
    'the server is not opened on books that were taken back, and says what to run',
    refusal.includes('npm run db:restored') ? [] : [refusal],
  )
}

/** Books that went back too far, or not at all, must be seen. */
function proveTheChecker(installation: Installation, moment: Date, books: Books): void {
  const unseen = (other: Date): string[] =>
    compareBooks(asOf(other, installation.journal, books), installation.before, books).length > 0
      ? []
      : ['nothing was reported']
  const hour = 3_600_000
  verdicts.judge(
    'the checker sees it when what came later is missing',
    unseen(new Date(moment.getTime() + hour)),
  )
  verdicts.judge(
    'the checker sees it when the books went on beyond the moment',
    unseen(new Date(moment.getTime() - hour)),
  )
}

/** A second process comes up, the registers sell, and the secret key becomes another. */
async function changeKeyAtWork(installation: Installation): Promise<void> {
  step('Changing the secret key while the registers sell')
  await installation.startServer()
  await changeKey(installation, await openRegisters(installation), verdicts)
  verdicts.judge(
    'what the registers were told meanwhile is in the books once',
    compareBooks(installation.journal, installation.before, await readBooks(installation.db)),
  )
}

/** The registers sign in anew and sell, on the books as they are now. */
async function sellOn(installation: Installation): Promise<void> {
  const from = installation.journal.length
  const registers = await openRegisters(installation)
  await registers.untilSold()
  await registers.close()
  await waitForOutbox(installation.db, 15_000)
  const sold = installation.journal.slice(from).filter(({ outcome }) => outcome === 'acknowledged').length
  verdicts.judge(
    `the installation goes on: ${sold} paid after the restore`,
    compareBooks(installation.journal, installation.before, await readBooks(installation.db)),
  )
}
