// A trial of npm start whose database dies: it comes back by itself, sales go on, and nothing that was acknowledged is
// lost. Where it cannot come back, the start ends with a sentence, so that a supervisor can start both.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './lib/environment.ts'
import { runCommand, step } from './lib/progress.ts'
import { openRegister, type Sale, startDemo, type Started, type Register } from './lib/started.ts'
import { Verdicts } from './lib/trial.ts'

const registers = 4
const verdicts = new Verdicts()

await runCommand(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shirogane-revival-'))
  chmodSync(folder, 0o755)
  try {
    step('A start of the demo')
    const started = await startDemo({ DATA_DIR: folder })
    for (const time of ['once', 'twice']) await tryDeath(`killed ${time}`, started, folder)
    await tryInterrupt(started, folder)
    await tryLoss(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  verdicts.close()
})

async function tryDeath(name: string, started: Started, folder: string): Promise<void> {
  const register = await openRegister(started)
  const sales: Sale[] = []
  let isOpen = true
  const work = Promise.all(Array.from({ length: registers }, () => sellOn(register, sales, () => isOpen)))
  await until(() => sales.some(({ isPaid }) => isPaid), started)
  const backs = timesBack(started)
  killDatabase(folder)
  await until(() => timesBack(started) > backs, started)
  const back = sales.length
  await until(() => sales.slice(back).filter(({ isPaid }) => isPaid).length >= 10, started)
  isOpen = false
  await work
  const wrong: string[] = []
  for (const sale of sales) {
    const status = await register.statusOf(sale)
    if (status !== 'completed') wrong.push(`a sale that was acknowledged is ${status}`)
  }
  verdicts.judge(`${name}, the database comes back and ${sales.length} sales are in the books`, wrong)
}

/** Sells until the shop closes, each sale until it is acknowledged. */
async function sellOn(register: Register, sales: Sale[], isOpen: () => boolean): Promise<void> {
  while (isOpen()) {
    const sale = register.sell(1_000 + sales.length)
    sales.push(sale)
    while (!(await register.send(sale))) await sleep(200)
  }
}

async function tryInterrupt(started: Started, folder: string): Promise<void> {
  started.interrupt()
  const code = await started.ended
  const audit = spawnSync(process.execPath, [join(root, 'tools/audit.ts')], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', DATA_DIR: folder },
    encoding: 'utf8',
  })
  verdicts.judge('Ctrl-C ends it and its database, and the books balance', [
    ...(code === 0 ? [] : [`it ended with ${code}: ${started.said().slice(-500)}`]),
    ...(started.said().endsWith('Stopped\n') ? [] : ['it did not say that it has stopped']),
    ...(/Database started/.test(audit.stdout) ? [] : ['the database was running still']),
    ...(audit.status === 0 ? [] : [`the audit says: ${audit.stdout}${audit.stderr}`]),
  ])
}

async function tryLoss(folder: string): Promise<void> {
  const started = await startDemo({ DATA_DIR: folder })
  const control = join(clusterOf(folder), 'global/pg_control')
  renameSync(control, `${control}.away`)
  killDatabase(folder)
  const code = await started.ended
  const sentences = started.said().split('\n')
  verdicts.judge('one that cannot come back ends the start with a sentence', [
    ...(code === 1 ? [] : [`it ended with ${code}`]),
    ...(sentences.some((line) => /^The database in .* does not start .*backup/.test(line))
      ? []
      : [`it said: ${started.said().slice(-500)}`]),
  ])
}

/** Under root the files may lie elsewhere, and a note says where. */
function clusterOf(folder: string): string {
  const home = join(folder, 'postgres')
  const note = join(home, 'location')
  return join(existsSync(note) ? readFileSync(note, 'utf8').trim() : home, 'cluster')
}

function killDatabase(folder: string): void {
  const [pid] = readFileSync(join(clusterOf(folder), 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
}

function timesBack(started: Started): number {
  return started.said().split('The database is back').length - 1
}

async function until(isSo: () => boolean, started: Started): Promise<void> {
  const deadline = performance.now() + 120_000
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`It does not come back. It said:\n${started.said()}`)
    await sleep(50)
  }
}
