// What a process that decodes pictures can reach, tried by a script that is started in the same way and means harm.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Log } from '../log.ts'
import { startApart } from './apart.ts'

const isRoot = process.getuid?.() === 0

const folder = mkdtempSync(join(tmpdir(), 'shirogane-apart-'))
const secret = join(folder, 'secret-key')
const script = join(folder, 'probe.mjs')
/** Tries everything, and says of each what came of it. */
const probe = `
import fs from 'node:fs'
const secret = process.argv[2]
const tried = async (work) => {
  try { return String(await work()) } catch (error) { return error.code ?? String(error) }
}
process.stdout.write(JSON.stringify({
  secret: await tried(() => fs.readFileSync(secret, 'utf8')),
  folder: await tried(() => fs.readdirSync(${JSON.stringify(folder)})),
  environ: await tried(() => fs.readFileSync('/proc/' + process.ppid + '/environ', 'utf8')),
  memory: await tried(() => fs.openSync('/proc/' + process.ppid + '/mem', 'r')),
  write: await tried(() => fs.writeFileSync('/tmp/shirogane-probe', '')),
  spawn: await tried(async () => (await import('node:child_process')).spawnSync('id').stdout),
  thread: await tried(async () => new (await import('node:worker_threads')).Worker('0', { eval: true }).threadId),
  env: Object.keys(process.env).sort().join(),
  cwd: process.cwd(),
  sharp: await tried(async () => typeof (await import(${JSON.stringify(import.meta.resolve('sharp'))})).default),
  uid: process.getuid?.(),
  groups: process.getgroups?.().join(),
}))
`

const silent = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() } satisfies Log

beforeAll(() => {
  writeFileSync(secret, 'the secret key', { mode: 0o600 })
  writeFileSync(script, probe)
  chmodSync(folder, 0o755)
})

function outputOf(child: ReturnType<typeof startApart>): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child?.stdout) return reject(new Error('It was not started'))
    let text = ''
    child.stdout.on('data', (part: Buffer) => {
      text += part.toString()
    })
    child.once('close', () => resolve(text))
    child.stdin?.end()
  })
}

const denied = {
  secret: 'ERR_ACCESS_DENIED',
  folder: 'ERR_ACCESS_DENIED',
  environ: 'ERR_ACCESS_DENIED',
  memory: 'ERR_ACCESS_DENIED',
  write: 'ERR_ACCESS_DENIED',
  spawn: 'ERR_ACCESS_DENIED',
  thread: 'ERR_ACCESS_DENIED',
  env: 'NODE_ENV',
  cwd: '/',
  sharp: 'function',
}

describe('a process that stands apart', () => {
  test('reads no secret, writes nothing, starts nothing, and can still decode', async () => {
    const child = startApart(silent, script, secret, { timeLimitMs: 60_000 })
    const said = JSON.parse(await outputOf(child)) as Record<string, unknown>
    expect(said).toMatchObject(denied)
    if (isRoot) expect(said).toMatchObject({ uid: 65_533, groups: '65533' })
  })

  test('is ended when its time is over', async () => {
    const lasting = join(folder, 'lasting.mjs')
    writeFileSync(lasting, 'setInterval(() => undefined, 1_000)')
    const child = startApart(silent, lasting, '', { timeLimitMs: 300 })
    await outputOf(child)
    expect(child?.signalCode).toBe('SIGKILL')
  })
})

describe.runIf(isRoot)('the other user', () => {
  /** By a program that knows nothing of what Node permits: what holds here holds for code in the decoder too. */
  const asLent = (command: string): Promise<string> =>
    outputOf(
      spawn('/bin/sh', ['-c', command], { cwd: '/', uid: 65_533, gid: 65_533, env: {}, stdio: 'pipe' }),
    )

  test('reads neither the key nor the environment and the memory of the server', async () => {
    const server = `/proc/${process.pid}`
    expect(await asLent(`cat ${secret} ${server}/environ ${server}/maps; ls ${server}/fd; id -u`)).toBe(
      '65533\n',
    )
  })

  test('is nobody whom this machine knows', async () => {
    expect(await asLent('id -un 2>/dev/null || echo none')).toMatch(/none/)
  })
})

describe.runIf(isRoot)('a server that is an ordinary user', () => {
  test('starts it as the same user, says so once, and what Node permits holds', async () => {
    const starter = join(folder, 'starter.mjs')
    const apart = fileURLToPath(new URL('apart.ts', import.meta.url))
    writeFileSync(
      starter,
      `import { startApart } from ${JSON.stringify(apart)}
       const warnings = []
       const log = { warn: (line) => warnings.push(line) }
       const run = () => new Promise((resolve) => {
         const child = startApart(log, ${JSON.stringify(script)}, ${JSON.stringify(secret)}, { timeLimitMs: 60000 })
         let text = ''
         child.stdout.on('data', (part) => { text += part })
         child.once('close', () => resolve(JSON.parse(text)))
         child.stdin.end()
       })
       await run()
       process.stdout.write(JSON.stringify({ said: await run(), warnings }))`,
    )
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', starter], {
      cwd: '/',
      uid: 65_532,
      gid: 65_532,
      env: { SECRET_KEY: 'of the server' },
      stdio: 'pipe',
    })
    expect(JSON.parse(await outputOf(child))).toMatchObject({
      said: { ...denied, uid: 65_532 },
      warnings: [{ event: 'pictures_as_same_user', reason: 'only root can start a process as another user' }],
    })
  })
})
