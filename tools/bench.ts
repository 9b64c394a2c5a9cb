// npm run bench: the budgets of the server, each beside its yardstick in the same run. Writes docs/bench.md.
//   --quick            short rounds, for work in progress; writes nothing
//   --seconds N        the length of a round (8)
//   --only pay,reads   some of the sections: pay, disk, storm, campaigns, invited, charges, reads, sockets, lists,
//                      nights, start, sizes
//   --full             larger histories and more sockets; takes about an hour
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@shirogane/api/db/migrate'
import { admitService } from '@shirogane/api/db/service-role'
import { startTemporaryPostgres } from '@shirogane/embedded-postgres'
import { audit } from '@shirogane/ledger/audit/audit'
import { measureLists } from './bench/lists.ts'
import { measureNights } from './bench/nights.ts'
import { payFigures, roundsTable } from './bench/pay-figures.ts'
import { signInClerks } from './bench/payments.ts'
import { findPgbench, preparePgbench } from './bench/pgbench.ts'
import { measureReads } from './bench/reads.ts'
import { type Figure, figuresTable, machineFacts, number, plain, verdictOf } from './bench/report.ts'
import { type Outcome, type Plan, runRounds, type Stage } from './bench/rounds.ts'
import { sizeFigures } from './bench/size-figures.ts'
import { measureSlowDisk, slowerMs } from './bench/disk/slow-disk.ts'
import { prepareSlowFlush } from './bench/disk/slow-flush.ts'
import { measureSockets } from './bench/sockets/sockets.ts'
import { measureStart } from './bench/starting.ts'
import { measureStorm } from './bench/sockets/storm.ts'
import { measureCampaigns, measureCharges, measureInvited } from './bench/value.ts'
import { createWorld } from './bench/world.ts'
import { root } from './lib/environment.ts'
import { runCommand, step } from './lib/progress.ts'
import { startService } from './lib/service.ts'

const isQuick = process.argv.includes('--quick')
const isFull = process.argv.includes('--full')
const only = after('--only')?.split(',') ?? []
const wants = (section: string): boolean => only.length === 0 || only.includes(section)

const plan: Plan = isQuick
  ? { rounds: 1, seconds: 4, warmSeconds: 1 }
  : { rounds: isFull ? 5 : 3, seconds: Number(after('--seconds') ?? 8), warmSeconds: 2 }
const customers = isQuick ? 20_000 : 100_000
const listeners = isFull ? 10_000 : isQuick ? 500 : 2_000
const history = isFull ? 10_000_000 : isQuick ? 50_000 : 1_000_000
const nights = { members: isFull ? 100_000 : isQuick ? 2_000 : 20_000, rounds: plan.rounds }

await runCommand(async () => {
  const program = findPgbench()
  const folder = mkdtempSync(join(tmpdir(), 'shirogane-bench-'))
  const disk = wants('disk') ? prepareSlowFlush(slowerMs) : null
  const postgres = await startTemporaryPostgres({ log: step, preload: disk?.preload })
  const figures: Figure[] = []
  const pages: string[] = []
  try {
    step(`Filling the database: ${number(customers)} customers`)
    await migrate(postgres.url)
    await admitService(postgres.url, postgres.serviceUrl)
    const world = await createWorld(postgres.url, customers)
    step('Filling the database of pgbench')
    const pgbench = await preparePgbench(program, postgres.url)
    const serviceOptions = {
      databaseUrl: postgres.serviceUrl,
      dataDir: folder,
      logFile: join(folder, 'server.log'),
      env: { SECRET_KEY: world.secretKey, DEMO: 'off', RATE_LIMITS: 'off', CHECK_ANSWERS: 'off' },
    }
    const stage: Stage = {
      world,
      pgbench,
      service: await startService(serviceOptions),
      spread: [],
      together: [],
    }
    try {
      step('Signing in the clerks')
      stage.spread = await signInClerks(stage.service.origin, world.spread)
      stage.together = await signInClerks(stage.service.origin, world.together)
      const outcome: Outcome = { samples: [], acknowledged: 0, refused: {}, exhausted: false }
      if (wants('pay')) {
        Object.assign(outcome, await runRounds(stage, plan))
        figures.push(...payFigures(outcome))
        pages.push(`## Payments, round by round\n\n${roundsTable(outcome)}`)
      }
      if (disk) figures.push(...(await measureSlowDisk(stage, plan, outcome, disk)))
      if (wants('storm')) figures.push(...(await measureStorm(stage, plan, outcome)))
      if (wants('campaigns')) figures.push(...(await measureCampaigns(stage, plan, outcome)))
      if (wants('invited')) figures.push(...(await measureInvited(stage, plan, outcome)))
      if (wants('charges')) figures.push(...(await measureCharges(stage, plan)))
      if (wants('reads')) figures.push(...(await measureReads(stage, postgres.url, plan)))
      if (wants('sockets')) {
        // A server that was never busy, so that its memory grows by the sockets and by nothing else.
        await stage.service.stop()
        stage.service = await startService(serviceOptions)
        figures.push(...(await measureSockets(stage, listeners, outcome)))
      }
      pages.push(await checkBooks(stage, outcome))
      if (wants('lists')) {
        figures.push(...(await measureLists(postgres, { folder, many: history, large: stage })))
      }
    } finally {
      await stage.service.stop()
      await world.db.end()
    }
    if (wants('nights')) figures.push(...(await measureNights(postgres.url, nights)))
    if (wants('start')) figures.push(...(await measureStart(folder)))
    if (wants('sizes')) figures.push(...(await sizeFigures()))
    report(figures, pages, {
      PostgreSQL: '18 (embedded), fsync on, as the product ships it',
      pgbench: pgbench.version,
    })
  } finally {
    await postgres.stop()
    disk?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
})

function after(name: string): string | undefined {
  const place = process.argv.indexOf(name)
  return place < 0 ? undefined : process.argv[place + 1]
}

/** A fast answer that is wrong is worth nothing: what was acknowledged must be in the books, and they must balance. */
async function checkBooks({ world }: Stage, { acknowledged, refused, exhausted }: Outcome): Promise<string> {
  const { rows } = await world.db.query<{ count: string }>(
    `select count(*) from ledger.transactions where kind = 'payment'`,
  )
  const posted = Number(rows[0]?.count)
  const { findings } = await audit(world.db)
  const lines = [
    `${number(acknowledged)} payments were acknowledged in all, and ${number(posted)} are in the ledger.`,
    `The audit found ${findings.length === 0 ? 'nothing: the books balance' : `${findings.length} faults`}.`,
  ]
  for (const [what, count] of Object.entries(refused)) lines.push(`Refused with ${what}: ${number(count)}.`)
  if (exhausted)
    lines.push('A round ran out of prepared codes before its time; its rate is that of the time before.')
  if (findings.length > 0 || posted !== acknowledged || Object.keys(refused).length > 0) process.exitCode = 1
  for (const line of lines) step(line)
  return `## Afterwards\n\n${lines.join('\n')}`
}

function report(measured: Figure[], pages: string[], facts: Record<string, string>): void {
  const found = figuresTable(measured)
  process.stdout.write(`\n${plain(found)}\n\n`)
  const below = measured.filter((figure) => verdictOf(figure).startsWith('BELOW'))
  step(`${measured.length} figures, ${below.length} below their floor`)
  if (isQuick || only.length > 0) return
  const page = [
    '# Measurements of the server',
    `Written by \`npm run bench${isFull ? ' -- --full' : ''}\`; no figure is typed by hand. Medians of ${plan.rounds} rounds of ${plan.seconds} seconds; payments and yardsticks take turns in the same run on the same server.`,
    machineFacts(facts),
    `## Budgets\n\n${found}`,
    ...pages,
  ]
  writeFileSync(join(root, 'docs/bench.md'), `${page.join('\n\n')}\n`)
  step('Wrote docs/bench.md')
}
