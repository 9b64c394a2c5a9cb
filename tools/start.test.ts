import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './lib/environment.ts'
import { tryPort } from './lib/ports.ts'

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
  const options = { cwd: root, env: { ...settings(), ...env }, encoding: 'utf8' as const, timeout: 100_000 }
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
  const advised = new RegExp(`^Port ${port} is taken .* PORT=(\\d+) npm start\\.$`).exec(said)?.[1]
  // Not the next one, which beside another Shirogane is where its cards are typed in.
  expect(Number(advised) - port).not.toBe(1)
  await tryPort(Number(advised), '127.0.0.1')
})

test('while developing a taken port of the API is one sentence, too, and nothing is left running', async () => {
  const taker = createServer().listen(0, '127.0.0.1')
  await once(taker, 'listening')
  const address = taker.address()
  const port = address && typeof address === 'object' ? address.port : 0
  const { status, said } = run('tools/dev.ts', [], { PORT: String(port) })
  taker.close()
  expect(status).toBe(1)
  expect(said).toMatch(new RegExp(`^Port ${port} is taken .* PORT=\\d+ npm run dev\\.$`))
  expect(existsSync(join(folder, 'data', 'postgres'))).toBe(false)
})

test('a taken port for cards is named by its own name', async () => {
  const taker = createServer().listen(0, '127.0.0.1')
  await once(taker, 'listening')
  const address = taker.address()
  const port = address && typeof address === 'object' ? address.port : 0
  const { status, said } = run('tools/start.ts', [], { CARD_PORT: String(port) })
  taker.close()
  expect(status).toBe(1)
  expect(said).toMatch(new RegExp(`^Port ${port} is taken .* CARD_PORT=\\d+ npm start\\.$`))
})

test('production begins no books of its own', () => {
  const { status, said } = run('tools/start.ts', [], {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://pay.example.jp',
    SECRET_KEY: randomBytes(48).toString('base64'),
  })
  expect(status).toBe(1)
  expect(said).toMatch(/^The environment needs correcting:\n {2}- DATABASE_URL is missing: [^\n]+$/)
  expect(existsSync(join(folder, 'data', 'postgres'))).toBe(false)
})

test('production names all that is missing in one message', () => {
  const { status, said } = run('tools/start.ts', [], { NODE_ENV: 'production' })
  expect(status).toBe(1)
  for (const name of ['PUBLIC_URL', 'DATABASE_URL', 'SECRET_KEY'])
    expect(said).toContain(`${name} is missing: `)
  expect(existsSync(join(folder, 'data', 'postgres'))).toBe(false)
})

test('the password of an outside database stays off the console', () => {
  const url = process.env['TEST_DATABASE_URL'] ?? ''
  const { password } = new URL(url)
  const env = { ...settings(), PATH: folder, DATABASE_URL: url }
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(root, 'tools/db.ts'), 'psql'], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr.trim()).toMatch(/^psql was not found/)
  expect(password).not.toBe('')
  expect(stdout + stderr).not.toContain(password)
})

test('a dead outside database is one sentence without the password', () => {
  const { status, said } = run('tools/db.ts', ['migrate'], {
    DATABASE_URL: 'postgres://me:hidden@127.0.0.1:9/none',
  })
  expect(status).toBe(1)
  expect(said).toMatch(/^The database at 127\.0\.0\.1:9\/none cannot be used .*DATABASE_URL/)
  expect(said).not.toContain('hidden')
})

test('an outside database that cannot be ours is one sentence, and stays as it was', async () => {
  const server = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] })
  await server.connect()
  const urlOf = (name: string) =>
    Object.assign(new URL(process.env['TEST_DATABASE_URL'] ?? ''), { pathname: `/${name}` }).href
  const migrate = (name: string) => run('tools/db.ts', ['migrate'], { DATABASE_URL: urlOf(name) })
  try {
    await server.query(`create database start_ascii encoding 'SQL_ASCII' locale 'C' template template0`)
    expect(migrate('start_ascii').said).toMatch(
      /^The database at .*\/start_ascii is encoded in SQL_ASCII, .* create it with ENCODING 'UTF8'\.$/,
    )
    await server.query(`create database start_theirs template template0`)
    const theirs = new pg.Client({ connectionString: urlOf('start_theirs') })
    await theirs.connect()
    await theirs.query('create table their_orders (id int)')
    const { status, said } = migrate('start_theirs')
    const { rows } = await theirs.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace`,
    )
    await theirs.end()
    expect({ status, said, rows }).toEqual({
      status: 1,
      said: 'The database already holds tables of something else. Point DATABASE_URL at an empty database.',
      rows: [{ relname: 'their_orders' }],
    })
  } finally {
    for (const name of ['start_ascii', 'start_theirs'])
      await server.query(`drop database if exists ${name} with (force)`)
    await server.end()
  }
})

test('an unwritable DATA_DIR is one sentence', () => {
  writeFileSync(join(folder, 'file'), '')
  const { status, said } = run('tools/start.ts', [], { DATA_DIR: join(folder, 'file') })
  expect(status).toBe(1)
  expect(said).toMatch(/^\S+ cannot be written: .*DATA_DIR/)
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
  await expect.poll(() => said, { timeout: 100_000 }).toContain('Database started')
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  expect(said).toMatch(/Stopped\n$/)
  expect(said).not.toMatch(/^\s+at |Ready/m)
  // The mark of a running server is gone, and so is every lease of its users.
  const home = join(folder, 'data', 'postgres')
  expect(existsSync(join(home, 'cluster', 'postmaster.pid'))).toBe(false)
  expect(readdirSync(join(home, 'leases'))).toEqual([])
})

test('an unknown command names those that exist', () => {
  const { status, said } = run('tools/launch.mjs', ['strat'], {})
  expect(status).toBe(1)
  expect(said).toMatch(/^There is no command "strat"\. There are: start, dev, /)
})
