// db:start, db:migrate, db:reset and db:psql: the database for developers. db:restored: after a restore.
import { spawnSync } from 'node:child_process'
import { loadConfig } from '@shirogane/api/config'
import { finishRestore } from '@shirogane/api/restore/finish-restore'
import pg from 'pg'
import { type Database, nameOf, openDatabase } from './lib/database.ts'
import { readEnvironmentFile } from './lib/environment.ts'
import { printLogins } from './lib/logins.ts'
import { runCommand, Sentence, step } from './lib/progress.ts'
import { migrateDatabase, seedWhenEmpty } from './lib/schema/schema.ts'
import { stopAsked } from './lib/signals.ts'

await runCommand(async () => {
  readEnvironmentFile()
  const database = await openDatabase()
  try {
    await run(process.argv[2] ?? 'start', database)
  } finally {
    await database.close()
  }
})

async function run(command: string, database: Database): Promise<void> {
  if (command === 'start') return holdOpen(database)
  if (command === 'migrate') return migrateDatabase(database)
  if (command === 'restored') return closeRestore(database)
  if (command === 'reset') {
    const config = loadConfig({ ...process.env, DATABASE_URL: database.url })
    await empty(asOwner(database))
    await migrateDatabase(database)
    const seeded = await seedWhenEmpty(config, database.ownerUrl)
    if (seeded) printLogins(seeded.password)
    return
  }
  if (command === 'psql') return openPsql(database)
  throw new Sentence(`There is no command db:${command}.`)
}

/** What has to be done on a database that went back to a moment of its past, before anybody is let in. */
async function closeRestore(database: Database): Promise<void> {
  const config = loadConfig({ ...process.env, DATABASE_URL: database.url })
  await migrateDatabase(database)
  const { findings, closed, erased, unsettled } = await finishRestore(asOwner(database), config)
  if (findings === null) step('This restore was finished before: payouts stand as they stood')
  else
    step(
      `Payouts stand still until an owner lifts it; the check of the books found ${findings - 1} things wrong`,
    )
  step(`${closed} accounts that had been closed are closed again, ${erased} are erased again`)
  for (const id of unsettled) step(`${id} had left with nothing, and has something again`)
  step('The service may be opened; docs/operating.md says what is left to do')
}

/** These commands are the owner's. */
function asOwner({ url, ownerUrl }: Database): string {
  return ownerUrl ?? url
}

/**
 * The address to print: the embedded server's whole, for a developer who opens it from here; an outside one's without
 * its password.
 */
function shown(database: Database): string {
  return database.isOutside ? nameOf(asOwner(database)) : asOwner(database)
}

async function holdOpen(database: Database): Promise<void> {
  process.stdout.write(`\n${shown(database)}\n\nCtrl-C stops it.\n`)
  const alive = setInterval(() => undefined, 60_000)
  await stopAsked()
  clearInterval(alive)
}

/** Everything in the database goes, so an outside one, which may hold real money, is left alone. */
async function empty(url: string): Promise<void> {
  if (process.env['DATABASE_URL']) {
    throw new Sentence(
      'db:reset empties only the embedded database: unset DATABASE_URL, or drop the outside database yourself.',
    )
  }
  const name = new URL(url).pathname.slice(1)
  const maintenance = new URL(url)
  maintenance.pathname = '/postgres'
  const client = new pg.Client({ connectionString: maintenance.href })
  await client.connect()
  await client.query(`drop database if exists ${name} with (force)`)
  await client.query(`create database ${name}`)
  await client.end()
  step('The database is empty')
}

async function openPsql(database: Database): Promise<void> {
  // What stands among a program's arguments can be read by everybody on this machine.
  const address = new URL(asOwner(database))
  const password = decodeURIComponent(address.password)
  address.password = ''
  // Ctrl-C belongs to psql, where it cancels a query.
  process.on('SIGINT', () => undefined)
  const { error, status } = spawnSync('psql', [address.href, ...process.argv.slice(3)], {
    stdio: 'inherit',
    env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
  })
  if (error) {
    throw new Sentence(
      `psql was not found: install your system's PostgreSQL client, or open ${shown(database)} with any other${database.isOutside ? '' : ' while "npm run db:start" holds it open'}.`,
    )
  }
  if (status) process.exitCode = status
}
