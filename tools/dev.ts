// npm run dev: the web app with hot reload, the API with restart on change, on the same seeds as npm start.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { loadConfig } from '@shirogane/api/config'
import { openDatabase } from './lib/database.ts'
import { readEnvironmentFile, root, withDatabase } from './lib/environment.ts'
import { checkPort } from './lib/listening.ts'
import { printLogins } from './lib/logins.ts'
import { tryPort } from './lib/ports.ts'
import { runCommand, Sentence, step } from './lib/progress.ts'
import { readyDatabase, seedWhenEmpty } from './lib/schema/schema.ts'
import { stopAsked } from './lib/signals.ts'

const webPort = 5173
const webOrigin = `http://localhost:${webPort}`

await runCommand(async () => {
  readEnvironmentFile()
  // The browser speaks to the web app's own server, which passes the calls on; so that is the public address.
  const first = loadConfig(withDatabase({ ...process.env, PUBLIC_URL: webOrigin }))
  await checkPort(first.port, first, 'npm run dev')
  await tryPort(webPort, 'localhost').catch(() => {
    throw new Sentence(
      `Port ${webPort} is taken by another program (or another npm run dev): stop that one first.`,
    )
  })
  const stop = stopAsked()
  const database = await openDatabase()
  const children: ChildProcess[] = []
  try {
    const env = { ...process.env, DATABASE_URL: database.url, PUBLIC_URL: webOrigin }
    const config = loadConfig(env)
    const ownerUrl = await readyDatabase(config, database)
    const seeded = await seedWhenEmpty(config, ownerUrl)
    children.push(
      run(['--watch', '--watch-preserve-output', join(root, 'tools/dev-server.ts')], root, env),
      run([join(root, 'node_modules/vite/bin/vite.js'), '--clearScreen=false'], join(root, 'apps/web'), {
        ...env,
        API_ORIGIN: `http://127.0.0.1:${config.port}`,
      }),
    )
    step('Started')
    process.stdout.write(`\n  Shirogane  ${webOrigin}\n  API        http://localhost:${config.port}/docs\n`)
    if (seeded) printLogins(seeded.password)
    process.stdout.write('\n  Ctrl-C stops it.\n\n')
    const lost = database.keep().then((trouble) => {
      throw trouble
    })
    await Promise.race([stop, lost, ...children.map((child) => once(child, 'exit'))])
  } finally {
    await Promise.all(children.map(end))
    await database.close()
  }
  process.exit(0)
})

function run(args: string[], cwd: string, env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}
