import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

function run(
  file: string,
  args: string[],
  env: Record<string, string>,
): { status: number | null; said: string } {
  const clean = { PATH: process.env['PATH'] ?? '', HOME: folder, DATA_DIR: join(folder, 'data'), PORT: '0' }
  const options = { cwd: root, env: { ...clean, ...env }, encoding: 'utf8' as const, timeout: 25_000 }
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

test('an unknown command names those that exist', () => {
  const { status, said } = run('tools/launch.mjs', ['strat'], {})
  expect(status).toBe(1)
  expect(said).toMatch(/^There is no command "strat"\. There are: start, dev, /)
})
