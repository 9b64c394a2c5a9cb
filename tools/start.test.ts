import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './lib/environment.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shirogane-start-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const settings = () => ({
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  DATA_DIR: join(folder, 'data'),
  PORT: '0',
})

function run(
  file: string,
  args: string[],
  env: Record<string, string>,
): { status: number | null; said: string } {
  const options = { cwd: root, env: { ...settings(), ...env }, encoding: 'utf8' as const, timeout: 25_000 }
  const { status, stderr } = spawnSync(process.execPath, [join(root, file), ...args], options)
  return { status, said: stderr.trim() }
}

test('wrong settings are all named in one message, before anything is started', () => {
  const { status, said } = run('tools/start.ts', [], { PORT: 'many', DEMO: 'perhaps', PUBLIC_URL: 'ftp://x' })
  expect(status).toBe(1)
  expect(said).toMatch(/PORT/)
  expect(said).toMatch(/DEMO/)
  expect(said).toMatch(/PUBLIC_URL/)
  expect(said).not.toMatch(/^\s+at /m)
  expect(existsSync(join(folder, 'data', 'postgres'))).toBe(false)
})

test('a taken port is one sentence that says how to take another', async () => {
  const taker = createServer().listen(0, '127.0.0.1')
  await once(taker, 'listening')
  const address = taker.address()
  const port = address && typeof address === 'object' ? address.port : 0
  const { status, said } = run('tools/start.ts', [], { PORT: String(port) })
  taker.close()
  expect(status).toBe(1)
  expect(said).toMatch(new RegExp(`^Port ${port} is taken .*PORT=${port + 1} npm start\\.$`))
})

test('a dead outside database is one sentence without the password', () => {
  const { status, said } = run('tools/db.ts', ['migrate'], {
    DATABASE_URL: 'postgres://me:hidden@127.0.0.1:9/none',
  })
  expect(status).toBe(1)
  expect(said).toMatch(/^The database at 127\.0\.0\.1:9\/none cannot be used .*DATABASE_URL/)
  expect(said).not.toContain('hidden')
})

test('an unwritable DATA_DIR is one sentence', () => {
  writeFileSync(join(folder, 'file'), '')
  const { status, said } = run('tools/start.ts', [], { DATA_DIR: join(folder, 'file') })
  expect(status).toBe(1)
  expect(said).toMatch(/^The folder .* cannot be written: .*DATA_DIR/)
  expect(said).not.toContain('\n')
})

test('Ctrl-C while it starts ends it at once and cleanly, and its database with it', async () => {
  // Closed to the user whom root lends to the database, the folder would hold no more than a note of another one.
  chmodSync(folder, 0o755)
  const child = spawn(process.execPath, [join(root, 'tools/start.ts')], { cwd: root, env: settings() })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(child, 'exit')
  await expect.poll(() => said, { timeout: 20_000 }).toContain('Database started')
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  expect(said).toMatch(/Stopped\n$/)
  expect(said).not.toMatch(/^\s+at |Ready/m)
  // The mark of a running server is gone, and so is every note of somebody who uses it.
  const home = join(folder, 'data', 'postgres')
  expect(existsSync(join(home, 'cluster', 'postmaster.pid'))).toBe(false)
  expect(readdirSync(join(home, 'leases'))).toEqual([])
})

test('an unknown command names those that exist', () => {
  const { status, said } = run('tools/launch.mjs', ['strat'], {})
  expect(status).toBe(1)
  expect(said).toMatch(/^There is no command "strat"\. There are: start, dev, /)
})
