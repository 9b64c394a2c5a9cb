// npm start: the database, the demo brand, the web app, the API and the sockets on one port.
import { flushCompileCache } from 'node:module'
import { type Config, loadConfig } from '@shirogane/api/config'
import { startServer } from '@shirogane/api/main'
import { openDatabase } from './lib/database.ts'
import { readEnvironmentFile } from './lib/environment.ts'
import { printLogins } from './lib/logins.ts'
import { tryPort } from './lib/ports.ts'
import { runCommand, Sentence, step } from './lib/progress.ts'
import { readyDatabase, seedWhenEmpty } from './lib/schema.ts'
import { stopAsked } from './lib/signals.ts'
import { buildWebApp } from './lib/web-build.ts'

await runCommand(async () => {
  readEnvironmentFile()
  // The console of the demo is for its reader; one line of JSON per call would bury the logins.
  if (process.env['NODE_ENV'] !== 'production') process.env['LOG_LEVEL'] ??= 'warn'
  const { first, last } = await checkBeforehand()
  const ending = new AbortController()
  const stop = stopAsked().then(() => ending.abort())
  /** Whoever has asked for the end does not wait for the rest of a start. */
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
    const server = await startServer(config).catch((error: unknown) => {
      throw explainListening(error, first)
    })
    step('Ready')
    printAddresses(config)
    if (seeded) printLogins(seeded.password)
    process.stdout.write('\n  Ctrl-C stops it.\n\n')
    // What Node compiled is kept from now on, however this process ends.
    flushCompileCache()
    await stop
    step('Stopping: payments in flight finish first')
    await server.close()
  } catch (error) {
    // Ctrl-C while it starts also ends the build, and that is no failure.
    if (!ending.signal.aborted) throw error
  } finally {
    await database.close()
  }
  step('Stopped')
  process.exit(0)
})

/** Whatever can be known before any work begins is said before any work begins. */
async function checkBeforehand(): Promise<{ first: Config; last: (databaseUrl: string) => Config }> {
  const first = loadConfig({
    ...process.env,
    DATABASE_URL: process.env['DATABASE_URL'] || 'postgres://embedded',
  })
  if (first.production && !process.env['DATABASE_URL']) {
    throw new Sentence(
      'DATABASE_URL is missing: the database that comes along is for the demo, and books of its own would begin empty.',
    )
  }
  const ports = [first.port, ...(first.cards && !first.cards.mayMove ? [first.cards.port] : [])]
  for (const port of ports) {
    await tryPort(port, first.host).catch((error: unknown) => {
      throw explainListening(error, first)
    })
  }
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

function explainListening(error: unknown, { host, port: main, cards }: Config): unknown {
  const { code, port = main } = error as { code?: string; port?: number }
  const name = port === cards?.port ? 'CARD_PORT' : 'PORT'
  if (code === 'EADDRINUSE') {
    return new Sentence(
      `Port ${port} is taken by another program (or another Shirogane): stop that, or choose another port with ${name}=${port + 1} npm start.`,
    )
  }
  if (code === 'EACCES') {
    return new Sentence(
      `This user may not listen on port ${port}: choose one from 1024 up, such as ${name}=${name === 'PORT' ? 3000 : 3001} npm start.`,
    )
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new Sentence(
      `HOST is ${host}, which is no address of this machine: unset it, or set it to 0.0.0.0.`,
    )
  }
  return error
}
