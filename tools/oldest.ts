// The oldest PostgreSQL that the product runs on: the tests of the ledger, one start of the demo with a sale and a check of
// its books, and what plpgsql_check finds in the functions. Where that version or that extension is not installed nothing is
// tried on it, and that is said.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '@shirogane/api/db/migrate'
import { functionChecker } from './lib/schema/function-checks.ts'
import { majorAtLeast } from './lib/database.ts'
import { root } from './lib/environment.ts'
import { hasOldest, triedOnNewestAlone, withOldest } from './lib/oldest-postgres.ts'
import { runCommand, step } from './lib/progress.ts'
import { openRegister, startDemo } from './lib/started.ts'
import { Verdicts } from './lib/trial.ts'

const verdicts = new Verdicts()

await runCommand(async () => {
  if (hasOldest()) {
    await withOldest(async (url, folder) => {
      await tryFunctions(url)
      await tryStart(url, folder)
      await tryLedger(url, folder)
    })
  } else {
    step(
      `PostgreSQL ${majorAtLeast} is not on this machine, so nothing was tried on it; Debian's package is postgresql-${majorAtLeast}.`,
    )
  }
  verdicts.close()
})

async function tryFunctions(url: string): Promise<void> {
  const of = new URL(url)
  of.pathname = '/functions'
  const server = new pg.Client({ connectionString: url })
  await server.connect()
  await server.query('create database functions')
  await server.end()
  await migrate(of.href)
  const client = new pg.Client({ connectionString: of.href })
  await client.connect()
  try {
    const check = await functionChecker(client)
    if (!check) {
      step(
        `plpgsql_check is not beside PostgreSQL ${majorAtLeast}, so no function was read by it; Debian's package is postgresql-${majorAtLeast}-plpgsql-check.`,
      )
      return
    }
    // One that is wrong, to see that such a one is found.
    await client.query(
      'create function planted() returns text language plpgsql as $$ begin return (select nme from stores limit 1); end $$',
    )
    const planted = 'planted() line 1: error: column "nme" does not exist'
    const { checked, wrong } = await check()
    verdicts.judge(`${checked - 1} functions in PL/pgSQL read by plpgsql_check`, [
      ...wrong.filter((sentence) => sentence !== planted),
      ...(checked > 200 ? [] : ['so few cannot be all of them']),
    ])
    verdicts.judge(
      'an error that was planted beside them is found',
      wrong.includes(planted) ? [] : ['it is not'],
    )
  } finally {
    await client.end()
  }
}

async function tryStart(url: string, folder: string): Promise<void> {
  const ownerUrl = new URL(url)
  ownerUrl.pathname = '/demo'
  const serviceUrl = new URL(ownerUrl)
  serviceUrl.username = 'shirogane_service'
  serviceUrl.password = 'of-this-trial-alone'
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create database demo')
  await client.end()
  const env = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: serviceUrl.href,
    DATABASE_OWNER_URL: ownerUrl.href,
  }
  const started = await startDemo(env)
  const register = await openRegister(started)
  const sale = register.sell(1_100)
  const isPaid = await register.send(sale)
  const status = await register.statusOf(sale)
  started.interrupt()
  const code = await started.ended
  const audit = spawnSync(process.execPath, [join(root, 'tools/audit.ts')], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
    encoding: 'utf8',
  })
  verdicts.judge(`the demo starts on PostgreSQL ${majorAtLeast}, sells, and its books balance`, [
    ...(isPaid && status === 'completed' ? [] : [`the sale is ${status}`]),
    ...(code === 0 ? [] : [`it ended with ${code}: ${started.said().slice(-500)}`]),
    ...(audit.status === 0 ? [] : [`the audit says: ${audit.stdout}${audit.stderr}`]),
  ])
}

async function tryLedger(url: string, folder: string): Promise<void> {
  const report = join(folder, 'ledger.json')
  const run = spawnSync(
    join(root, 'node_modules/.bin/vitest'),
    [
      'run',
      '--project=ledger',
      ...triedOnNewestAlone.map((name) => `--exclude=**/${name}.test.ts`),
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { cwd: root, env: { ...process.env, TEST_DATABASE_URL: url }, stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
  }
  verdicts.judge(`${numPassedTests} tests of the ledger on PostgreSQL ${majorAtLeast}`, [
    ...(numFailedTests > 0 ? [`${numFailedTests} of them failed`] : []),
    ...(run.status !== 0 && numFailedTests === 0 ? [`they ended with ${run.status}`] : []),
  ])
}
