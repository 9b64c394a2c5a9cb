import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepRunning, PostgresTrouble, startPostgres, startTemporaryPostgres } from './index.ts'
import { isAlive } from './processes.ts'

const settings = { shared_buffers: '16MB' }
let folder = ''
let stops: (() => Promise<void>)[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shirogane-embedded-'))
  chmodSync(folder, 0o755)
  stops = []
})

afterEach(async () => {
  for (const stop of stops) await stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(dataDir = folder) {
  const server = await startPostgres({ dataDir, settings })
  stops.push(server.stop)
  return server
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

test('a new folder becomes a checksummed UTF-8 database that loses nothing it acknowledged', async () => {
  const { url } = await start()
  const rows = await query<{ name: string; setting: string }>(
    url,
    `select name, setting from pg_settings
      where name in ('data_checksums', 'server_encoding', 'fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses')
      order by name`,
  )
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    listen_addresses: '127.0.0.1',
    server_encoding: 'UTF8',
    synchronous_commit: 'on',
  })
})

test('nobody enters without the password', async () => {
  const { url } = await start()
  const without = new URL(url)
  without.password = 'guess'
  await expect(query(without.href, 'select 1')).rejects.toThrow(/password authentication failed/)
})

test('what was committed is there after a pulled plug', async () => {
  const first = await start()
  await query(first.url, 'create table kept (yen bigint); insert into kept values (1200)')
  await first.kill()
  expect(isAlive(first.pid)).toBe(false)
  const second = await start()
  expect(second.joined).toBe(false)
  expect(second.port).toBe(first.port)
  expect(await query(second.url, 'select yen from kept')).toEqual([{ yen: '1200' }])
})

test('a server left by a killed app is joined, not started twice', async () => {
  const source = `
    import { startPostgres } from ${JSON.stringify(new URL('index.ts', import.meta.url).href)}
    const { pid } = await startPostgres({ dataDir: ${JSON.stringify(folder)} })
    process.stdout.write(String(pid))
    setInterval(() => {}, 1000)`
  const app = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = await new Promise<number>((resolve) =>
    app.stdout.once('data', (chunk) => resolve(Number(chunk))),
  )
  app.kill('SIGKILL')
  const joined = await start()
  expect(joined).toMatchObject({ joined: true, pid })
  expect(await query(joined.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('the server stays up until the last of its users has stopped', async () => {
  const first = await startPostgres({ dataDir: folder, settings })
  const second = await start()
  await first.stop()
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await second.stop()
  expect(isAlive(second.pid)).toBe(false)
})

test('two starts at the same moment share one server', async () => {
  const [one, two] = await Promise.all([start(), start()])
  expect(one.pid).toBe(two.pid)
})

test('a process id that a stranger got after a crash does not stop the next start', async () => {
  const first = await start()
  await first.kill()
  const file = join(folder, 'cluster', 'postmaster.pid')
  const lines = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, [process.pid, ...lines.slice(1)].join('\n'))
  const second = await start()
  expect(second.joined).toBe(false)
})

test('a remembered port that somebody else took meanwhile is replaced', async () => {
  const first = await start()
  await first.stop()
  const taker = createServer().listen(first.port, '127.0.0.1')
  const second = await start()
  taker.close()
  expect(second.port).not.toBe(first.port)
})

test('a start that was interrupted while the database was made leaves nothing in the way', async () => {
  mkdirSync(join(folder, 'unfinished-999999999'))
  writeFileSync(join(folder, 'unfinished-999999999', 'PG_VERSION'), '18')
  expect((await start()).joined).toBe(false)
})

test('a database of another major version is refused with a sentence that names both', async () => {
  const { stop } = await start()
  await stop()
  writeFileSync(join(folder, 'cluster', 'PG_VERSION'), '16\n')
  await expect(startPostgres({ dataDir: folder })).rejects.toThrow(
    /was made by PostgreSQL 16.*brings PostgreSQL 18/,
  )
})

test('a folder that holds no database is refused and left as it is', async () => {
  mkdirSync(join(folder, 'cluster'))
  writeFileSync(join(folder, 'cluster', 'photo.jpg'), 'x')
  await expect(startPostgres({ dataDir: folder })).rejects.toThrow(/is not a PostgreSQL database/)
  expect(readFileSync(join(folder, 'cluster', 'photo.jpg'), 'utf8')).toBe('x')
})

test('damaged files are one sentence that says where and what to do', async () => {
  const { stop } = await start()
  await stop()
  rmSync(join(folder, 'cluster', 'global', 'pg_control'))
  const failure = await startPostgres({ dataDir: folder }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(PostgresTrouble)
  expect((failure as Error).message).toMatch(/does not start .*backup/)
  expect((failure as Error).message).not.toContain('\n')
})

test('a lost password file is one sentence', async () => {
  const { stop } = await start()
  await stop()
  rmSync(join(folder, 'cluster', 'shirogane.password'))
  await expect(startPostgres({ dataDir: folder })).rejects.toThrow(/password .* cannot be read/)
})

test('a folder that cannot be made is one sentence', async () => {
  writeFileSync(join(folder, 'file'), '')
  await expect(startPostgres({ dataDir: join(folder, 'file', 'data') })).rejects.toThrow(PostgresTrouble)
})

test('a taken port that was asked for is one sentence', async () => {
  const taker = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taker.once('listening', resolve))
  const address = taker.address()
  const port = address && typeof address === 'object' ? address.port : 0
  await expect(startPostgres({ dataDir: folder, port })).rejects.toThrow(
    `Port ${port}, wanted for the database, is taken`,
  )
  taker.close()
})

test.runIf(process.getuid?.() === 0)('root keeps the database where its user can reach it', async () => {
  const closed = join(folder, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  const server = await start(join(closed, 'data'))
  expect(server.folder).toMatch(/^\/var\/lib\/shirogane\//)
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
  rmSync(server.folder, { recursive: true })
})

test.runIf(process.getuid?.() === 0)('PostgreSQL itself never runs as root', async () => {
  const { pid } = await start()
  expect(execFileSync('ps', ['-o', 'user=', '-p', String(pid)], { encoding: 'utf8' }).trim()).not.toBe('root')
})

test('a temporary database is gone after it stops', async () => {
  const server = await startTemporaryPostgres({ durable: false, settings })
  expect(await query(server.url, 'show fsync')).toEqual([{ fsync: 'off' }])
  await server.stop()
  expect(isAlive(server.pid)).toBe(false)
  expect(() => readFileSync(join(server.folder, 'port'))).toThrow(/ENOENT/)
})

test('a server that is killed comes back by itself at its address, with all that was committed', async () => {
  const first = await startPostgres({ dataDir: folder, settings })
  const said: string[] = []
  const kept = keepRunning(first, { log: (line) => said.push(line), pausesMs: [0, 100, 100] })
  stops.push(kept.stop)
  await query(first.url, 'create table kept (yen bigint)')
  let pid = first.pid
  for (const yen of [1, 2]) {
    await query(first.url, `insert into kept values (${yen})`)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => said.filter((line) => line.includes('back')).length).toBe(yen)
    const [file] = readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')
    pid = Number(file)
  }
  expect(await query(first.url, 'select sum(yen)::int as yen from kept')).toEqual([{ yen: 3 }])
  await kept.stop()
  expect(isAlive(pid)).toBe(false)
  expect(readdirSync(join(folder, 'leases'))).toEqual([])
})

test('a server that cannot come back is given up with a sentence', async () => {
  const first = await startPostgres({ dataDir: folder, settings })
  const kept = keepRunning(first, { log: () => undefined, pausesMs: [0, 50, 50] })
  stops.push(kept.stop)
  renameSync(join(folder, 'cluster', 'global', 'pg_control'), join(folder, 'cluster', 'global', 'away'))
  process.kill(first.pid, 'SIGKILL')
  expect((await kept.lost).message).toMatch(/does not start .*backup/)
})

test('a server that dies again and again is given up with a sentence', async () => {
  const first = await startPostgres({ dataDir: folder, settings })
  const backs: string[] = []
  const killing = (line: string) => {
    if (!line.includes('back')) return
    backs.push(line)
    kill()
  }
  const kill = () =>
    process.kill(
      Number(readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]),
      'SIGKILL',
    )
  const kept = keepRunning(first, { log: killing, pausesMs: [0, 50] })
  stops.push(kept.stop)
  kill()
  expect((await kept.lost).message).toMatch(/dies again and again/)
  expect(backs).toHaveLength(2)
})
