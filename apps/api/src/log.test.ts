import { execFile } from 'node:child_process'
import { Writable } from 'node:stream'
import { openBrowser } from '@shirogane/testkit/calls/browser'
import { castPassword } from '@shirogane/testkit/database'
import { sell } from '@shirogane/testkit/acts/sale'
import { connect } from '@shirogane/testkit/calls/socket'
import { startApi } from '@shirogane/testkit/start-api'
import { expect, test } from 'vitest'
import { openLog } from './log.ts'

function collected() {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(...chunk.toString().trim().split('\n'))
      done()
    },
  })
  return { lines, log: openLog('trace', stream) }
}

test('a day of work leaves no secret and nothing personal in the log', async () => {
  const { lines, log } = collected()
  const api = await startApi({ log })
  const hanako = await openBrowser(api.url, 'hanako')
  const program = await api.as('hanako')
  const clerk = await api.as('clerk')
  const socket = await connect(api.url, '/transactions', { token: program.refresh_token })
  await socket.join()
  const { token, code } = await program.get('users.token')
  await sell(clerk, program, { amount: 1_100, tenders: { cash: 1_100 } })
  await clerk.call('transactions.pay', {
    body: { token: `${token}x`, note: '内緒のメモ', amount: 1 },
    headers: { 'Idempotency-Key': 'a-key-that-nobody-sees' },
  })
  await clerk.call('skus.search', { query: { query: '見本 京子 090-0000-0003' } })
  await api.nobody.call('auth.login', {
    body: { credential: 'hanako02@example.com', password: 'wrong-and-secret' },
  })
  await hanako.call('auth.refreshToken', { headers: { 'X-Requested-By': 'app' } })
  await hanako.callAndLose('auth.refreshToken', {
    headers: { 'X-Requested-By': 'app', Cookie: `refresh_token=${hanako.cookies['refresh_token']}` },
  })
  await api.db.query(`drop table banners`)
  await api.nobody.call('admin.banners')
  socket.close()
  await api.close()

  const text = lines.join('\n')
  expect(lines.filter((line) => line.includes('"event":"request"')).length).toBeGreaterThan(8)
  expect(text).toContain('"event":"failure"')
  expect(text).toContain('"event":"refresh_reuse"')
  const secrets = {
    password: castPassword,
    wrong: 'wrong-and-secret',
    access: program.access_token ?? 'none',
    refresh: program.refresh_token ?? 'none',
    cookie: hanako.cookies['refresh_token'] ?? 'none',
    device: hanako.cookies['did'] ?? 'none',
    handle: hanako.handle,
    payToken: token,
    payDigits: code,
    key: 'a-key-that-nobody-sees',
    note: '内緒のメモ',
    phone: '090-0000-0003',
    query: '京子',
    mail: 'hanako02',
  }
  const found = Object.entries(secrets).filter(
    ([, secret]) => text.includes(secret) || text.includes(encodeURIComponent(secret)),
  )
  expect(found.map(([name]) => name)).toEqual([])
  expect(text).not.toMatch(/例示|花子|\+8190|authorization|cookie/i)
})

test('a line is one line, whatever is in it', () => {
  const { lines, log } = collected()
  log.info({ event: 'request', route: '/v1/\r\n{"level":"error"}\u001b[31m', ip: 'a\nb' })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ route: '/v1/ {"level":"error"} [31m', ip: 'a b' })
})

test('a process waits for its end once, however many logs it opens', () => {
  openLog('info')
  const before = process.listenerCount('exit')
  for (let n = 0; n < 20; n += 1) openLog('info')
  expect(process.listenerCount('exit')).toBe(before)
})

test('what is not on the list does not get out', () => {
  const { lines, log } = collected()
  const line: object = { event: 'x', password: 'p', headers: { authorization: 'Bearer' }, body: { phone: 1 } }
  log.warn(line)
  expect(Object.keys(JSON.parse(lines[0] ?? '') as object).toSorted()).toEqual(['event', 'level', 'time'])
})

test('of an error its places get out, and of its text nothing that a database may have quoted', () => {
  const { lines, log } = collected()
  const text = 'invalid input syntax: "first\nhanako@example.jp\n    090-0000-0001"'
  log.error({ event: 'failure', err: Object.assign(new Error(text), { code: '22P02' }) })
  const line = JSON.parse(lines[0] ?? '') as { stack: string }
  expect(line).toMatchObject({ event: 'failure', error: 'Error', code: '22P02' })
  expect(line).not.toHaveProperty('message')
  expect(line.stack.split('\n').length).toBeGreaterThan(1)
  for (const place of line.stack.split('\n')) expect(place).toMatch(/^ +at /)
  expect(lines.join('')).not.toMatch(/hanako|090/)
})

test.each([
  ['by itself', ''],
  ['because it was told to', 'process.exit(0)'],
  ['by an error that nobody expected', 'throw new Error()'],
])('a process that ends %s has written every line', async (_how, end) => {
  const log = JSON.stringify(new URL('log.ts', import.meta.url))
  const program = `const { openLog } = await import(${log})
    const log = openLog('info')
    for (let n = 0; n < 500; n += 1) log.info({ event: 'request', count: n })
    ${end}`
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', program], (_error, stdout) => resolve(stdout))
  })
  const counts = said
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { count: number }).count)
  expect(counts).toEqual(Array.from({ length: 500 }, (_, n) => n))
})
