// npm run chaos: registers at work, the plug pulled in mid-load, lines cut and processes that stand still, and a check
// that no yen was lost or gained.
//   --rounds N   how often the plug is pulled (20)
//   --faults N   how often something goes wrong without a process dying (as often)
//   --seed N     repeats the order of events of an earlier run
import { randomInt } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '@shirogane/api/db/migrate'
import { admitService } from '@shirogane/api/db/service-role'
import type { Postgres } from '@shirogane/embedded-postgres'
import { createWorld, type World } from './bench/world.ts'
import { readBooks, readWallets, waitForOutbox } from './chaos/books.ts'
import { compareBooks } from './chaos/compare.ts'
import { faults, type Site } from './chaos/faults.ts'
import type { Books, Journal, Wallet } from './chaos/journal.ts'
import { mutants } from './chaos/mutants.ts'
import { openShop } from './chaos/shop.ts'
import { sendSale, type Shop, workRegister } from './chaos/registers.ts'
import { Wire } from './chaos/wire.ts'
import { renewAccess } from './lib/call.ts'
import { startOwnPostgres } from './lib/own-postgres.ts'
import { runCommand, step } from './lib/progress.ts'
import { freePort, type Service, startService } from './lib/service.ts'
import { chances, numberAfter, Verdicts } from './lib/trial.ts'

const rounds = numberAfter('--rounds') ?? 20
const faultRounds = numberAfter('--faults') ?? rounds
const seed = numberAfter('--seed') ?? randomInt(2 ** 31)
const customers = 60

const random = chances(seed)
const verdicts = new Verdicts()

/** The two processes that die, how they come back, and the lines to them. */
class Plant {
  readonly folder: string
  readonly port: number
  readonly registers: Wire
  readonly database: Wire
  #postgres: Postgres | null = null
  #service: Service | null = null
  world: World | null = null

  private constructor(folder: string, port: number, wires: { registers: Wire; database: Wire }) {
    this.folder = folder
    this.port = port
    this.registers = wires.registers
    this.database = wires.database
  }

  static async build(folder: string): Promise<Plant> {
    const port = await freePort()
    const registers = await Wire.open(() => port, random)
    const database = await Wire.open(() => plant.postgres.port, random)
    const plant = new Plant(folder, port, { registers, database })
    return plant
  }

  get service(): Service {
    return this.#service!
  }

  get postgres(): Postgres {
    return this.#postgres!
  }

  /** Where the registers find the server, in each of its lives. */
  get origin(): string {
    return `http://127.0.0.1:${this.registers.port}`
  }

  async startDatabase(): Promise<Postgres> {
    this.#postgres = await startOwnPostgres(join(this.folder, 'postgres'))
    return this.#postgres
  }

  async startServer(secretKey: string): Promise<void> {
    const databaseUrl = new URL(this.postgres.serviceUrl)
    databaseUrl.port = String(this.database.port)
    this.#service = await startService({
      databaseUrl: databaseUrl.href,
      dataDir: this.folder,
      logFile: join(this.folder, 'server.log'),
      port: this.port,
      env: {
        SECRET_KEY: secretKey,
        DEMO: 'off',
        RATE_LIMITS: 'off',
        CHECK_ANSWERS: 'on',
        // As in production, where a process also has a line to lose by which it hears the others.
        SOCKET_ADAPTER: 'postgres',
      },
    })
  }

  async kill(what: 'server' | 'database' | 'both'): Promise<void> {
    await Promise.all([
      what === 'database' ? undefined : this.#service?.kill(),
      what === 'server' ? undefined : this.#postgres?.kill(),
    ])
  }

  async close(): Promise<void> {
    if (this.#service?.isRunning()) await this.#service.stop()
    await this.registers.close()
    await this.database.close()
    await this.#postgres?.stop()
  }
}

await runCommand(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shirogane-chaos-'))
  chmodSync(folder, 0o755)
  const plant = await Plant.build(folder)
  try {
    step(`Pulling the plug ${rounds} times, and ${faultRounds} other faults (--seed ${seed})`)
    const { url, serviceUrl } = await plant.startDatabase()
    await migrate(url)
    await admitService(url, serviceUrl)
    const world = await createWorld(url, customers)
    // A killed database drops the idle connections of everybody, also ours.
    world.db.on('error', () => undefined)
    // No customer here has a phone: an amount that would ask them is refused by the ledger, once and for good.
    await world.db.query(`insert into settings (key, value) values ('pay.confirm_over', '0')`)
    await plant.startServer(world.secretKey)
    plant.world = world
    const shop = await openShop(world, () => plant.origin, random)
    const trial = { plant, shop, journal: [] as Journal, before: await readWallets(world.db) }
    const { journal, before } = trial
    for (let round = 1; round <= rounds; round += 1) {
      const what = (['both', 'server', 'database'] as const)[(round - 1) % 3]!
      await runRound(`round ${round}, ${what} killed`, trial, () => pullThePlug(plant, world, what))
    }
    for (let round = 0; round < faultRounds; round += 1) {
      const { name, strike } = faults[round % faults.length]!
      await runRound(`round ${rounds + round + 1}, ${name}`, trial, () => strike(siteOf(plant, world)))
    }
    await proveTheChecker(world, journal, before)
  } finally {
    await plant.world?.db.end()
    await plant.close()
    rmSync(folder, { recursive: true, force: true })
  }
  verdicts.close()
})

async function pullThePlug(plant: Plant, world: World, what: 'server' | 'database' | 'both'): Promise<void> {
  await plant.kill(what)
  await sleep(random() * 400)
  if (what !== 'server') await plant.startDatabase()
  if (what !== 'database') await plant.startServer(world.secretKey)
}

function siteOf({ service, postgres, registers, database }: Plant, { db }: World): Site {
  return { serverPid: service.pid, databasePid: postgres.pid, db, registers, database, random }
}

interface Trial {
  plant: Plant
  shop: Shop
  journal: Journal
  before: Wallet[]
}

/** @param strike settles when what it did is over, or has come back by itself */
async function runRound(
  name: string,
  { plant, shop, journal, before }: Trial,
  strike: () => Promise<void>,
): Promise<void> {
  const from = journal.length
  // Access tokens live for five minutes, as they do for a real register, which renews its own in time.
  for (const device of [...shop.clerks, ...shop.customers]) await renewAccess(shop.origin(), device)
  let open = true
  const work = Promise.all(shop.clerks.map((_, clerk) => workRegister(shop, clerk, journal, () => open)))

  await sleep(600 + random() * 1_800)
  await strike()
  await answersAgain(plant)
  // Some more business on what came back, then the shop closes and clears up.
  await sleep(600)
  open = false
  await work

  const mine = journal.slice(from)
  const unknown = mine.filter(({ outcome }) => outcome === 'unknown')
  for (const entry of unknown) await sendSale(shop, entry)
  const wrong = await askAgain(shop, mine)
  await waitForOutbox(shop.world.db, 15_000)
  wrong.push(...compareBooks(journal, before, await readBooks(shop.world.db)))

  const count = (outcome: string): number => mine.filter((entry) => entry.outcome === outcome).length
  if (count('acknowledged') < 10)
    wrong.push(`only ${count('acknowledged')} payments came through: that is no load`)
  verdicts.judge(
    `${name}: ${count('acknowledged')} paid, ${count('refused')} refused, ${unknown.length} were unknown`,
    wrong,
  )
}

async function answersAgain(plant: Plant): Promise<void> {
  const deadline = performance.now() + 20_000
  for (;;) {
    const answer = await fetch(`${plant.service.origin}/readyz`).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return
    if (performance.now() > deadline)
      throw new Error('The server does not find its way back after the database was killed.')
    await sleep(50)
  }
}

/** A register that asks once more hears the same: the same payment, or the same refusal. */
async function askAgain(shop: Shop, entries: Journal): Promise<string[]> {
  const wrong: string[] = []
  const answered = entries.filter(({ outcome }) => outcome !== 'unknown')
  for (const entry of answered.filter((_, index) => index % Math.ceil(answered.length / 30) === 0)) {
    const { outcome, code, number } = entry
    const answer = await sendSale(shop, entry)
    if (entry.outcome !== outcome)
      wrong.push(`${entry.transaction_id} was ${outcome} and is now ${entry.outcome}`)
    else if (outcome === 'acknowledged' && answer?.headers['idempotency-replayed'] !== 'true')
      wrong.push(`${entry.transaction_id} was answered anew`)
    else if (entry.code !== code || entry.number !== number)
      wrong.push(`${entry.transaction_id} is answered otherwise now`)
  }
  return wrong
}

/** Each wrong done to a copy of the good run must be seen; and one real one, behind the door of the ledger. */
async function proveTheChecker(world: World, journal: Journal, before: Wallet[]): Promise<void> {
  const books = await readBooks(world.db)
  for (const mutant of mutants) {
    const view = structuredClone({ journal, before, books })
    mutant.apply(view)
    const found = compareBooks(view.journal, view.before, view.books)
    verdicts.judge(
      `the checker sees it when ${mutant.name}`,
      found.length > 0 ? [] : ['nothing was reported'],
    )
  }
  const tampered = await tamper(world)
  const seen = (rule: string): boolean => tampered.findings.some((finding) => finding.startsWith(rule))
  verdicts.judge('the audit sees a transfer that was altered behind the door', [
    ...(seen('balance') || seen('transfers') ? [] : ['no balance was found wrong']),
    ...(seen('seal') ? [] : ['the seal was not found broken']),
  ])
}

async function tamper({ db }: World): Promise<Books> {
  await db.query('alter table ledger.transfers disable trigger user')
  await db.query(`update ledger.transfers set amount = amount + 1
    where ctid = (select ctid from ledger.transfers where code = 'pay_balance' limit 1)`)
  return readBooks(db)
}
