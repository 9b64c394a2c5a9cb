// npm start: the database, the demo brand, the web app, the API and the sockets on one port.
import { flushCompileCache } from 'node:module'
import { type Config, loadConfig } from '@shirogane/api/config'
import { startServer } from '@shirogane/api/main'
import { openDatabase } from './lib/database.ts'
import { readEnvironmentFile, withDatabase } from './lib/environment.ts'
import { checkPort, explainListening } from './lib/listening.ts'
import { printLogins } from './lib/logins.ts'
import { runCommand, step } from './lib/progress.ts'
import { readyDatabase, seedWhenEmpty } from './lib/schema/schema.ts'
import { stopAsked } from './lib/signals.ts'
import { buildWebApp } from './lib/code/web-build.ts'

await runCommand(async () => {
  readEnvironmentFile()
  // The console of the demo is for its reader; one line of JSON per call would bury the logins.
  if (process.env['NODE_ENV'] !== 'production') process.env['LOG_LEVEL'] ??= 'warn'
  const { first, last } = await checkBeforehand()
  const ending = new AbortController()
  const stop = stopAsked().then(() => ending.abort())
  /** An end that was asked for does not wait for the rest of a start. */
  const goOn = (): void => ending.signal.throwIfAborted()
  const building = buildWebApp(ending.signal)
  // Its failure is reported where it is awaited; until then it must not count as unhandled.
  building.catch(() => undefined)

  const database = await openDatabase()
  try {
    const config = last(database.url)
    goOn()
    const ownerUrl = await readyDatabase(config, database)
    goOn()
    const seeded = await seedWhenEmpty(config, ownerUrl)
    goOn()
    await building
    goOn()
    const server = await startServer(config).catch(async (error: unknown) => {
      throw await explainListening(error, first, 'npm start')
    })
    step('Ready')
    printAddresses(config)
    if (seeded) printLogins(seeded.password)
    process.stdout.write('\n  Ctrl-C stops it.\n\n')
    // What Node compiled is kept from now on, however this process ends.
    flushCompileCache()
    const lost = await Promise.race([stop, database.keep()])
    step(lost ? 'Stopping: the database cannot be had again' : 'Stopping: payments in flight finish first')
    await server.close()
    if (lost) throw lost
  } catch (error) {
    // Ctrl-C while it starts also ends the build, and that is no failure.
    if (!ending.signal.aborted) throw error
  } finally {
    await database.close()
  }
  step('Stopped')
  process.exit(0)
})

/** All that can be known before any work begins is said before any work begins. */
async function checkBeforehand(): Promise<{ first: Config; last: (databaseUrl: string) => Config }> {
  const first = loadConfig(withDatabase(process.env))
  const ports = [first.port, ...(first.cards && !first.cards.mayMove ? [first.cards.port] : [])]
  for (const port of ports) await checkPort(port, first, 'npm start')
  return { first, last: (databaseUrl) => loadConfig({ ...process.env, DATABASE_URL: databaseUrl }) }
}

function printAddresses({ demo, publicUrl, port }: Config): void {
  process.stdout.write(`\n  Shirogane  ${publicUrl.origin}\n`)
  if (!demo || publicUrl.hostname !== 'localhost') return
  // A browser keeps the two names apart, so one window can be the customer's and another the register's.
  process.stdout.write(
    `  Register   http://127.0.0.1:${port}/admin/register   (its own login, beside the customer's)\n`,
  )
}
