import { randomBytes } from 'node:crypto'
import { type Browser, openBrowser } from '@shirogane/testkit/calls/browser'
import { caller } from '@shirogane/testkit/calls/caller'
import { database, type TestDatabase } from '@shirogane/testkit/database'
import { openSocket } from '@shirogane/testkit/calls/socket'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openLog } from '../../../log.ts'
import { deriveSessionKeys } from './session-keys.ts'

const madeKey = (): string => randomBytes(48).toString('hex')
const next = madeKey()
const app = { headers: { 'X-Requested-By': 'app' } }
const minute = 60_000

/** The processes of one installation, in the order in which its operator brings a new key in. */
let db: TestDatabase
let before: TestApi
let ready: TestApi
let swapped: TestApi
let dropped: TestApi
let hanako: Browser

beforeAll(async () => {
  db = await database()
  before = await startApi({ db })
  ready = await startApi({ db, env: { SESSION_KEY_PREVIOUS: next } })
  swapped = await startApi({ db, env: { SESSION_KEY: next } })
  dropped = await startApi({ db, env: { SESSION_KEY: next, SESSION_KEY_PREVIOUS: madeKey() } })
})
afterAll(async () => {
  for (const process of [before, ready, swapped, dropped]) await process.close()
  await db.close()
})
beforeEach(async () => {
  hanako = await openBrowser(before.url, 'hanako')
})

function forward(ms: number): void {
  for (const { clock } of [before, ready, swapped, dropped]) clock.forward(ms)
}

const refreshAt = ({ url }: TestApi, browser = hanako) => {
  browser.url = url
  return browser.call('auth.refreshToken', app)
}
const statusAt = async ({ url }: TestApi): Promise<number> => {
  hanako.url = url
  return (await hanako.call('users.me')).status
}
/** Another copy of a cookie, sent without touching the jar. */
const showAt = ({ url }: TestApi, cookie: string | undefined) => {
  hanako.url = url
  return hanako.callAndLose('auth.refreshToken', {
    headers: { ...app.headers, Cookie: `refresh_token=${cookie}; did=${hanako.cookies['did']}` },
  })
}
const cookieOf = (): string => hanako.cookies['refresh_token'] ?? ''
const kidOf = (token: string): unknown =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: unknown }).kid
const familyOf = async (cookie: string) => {
  const [family] = await db.query<{
    generation: number
    revoked_at: Date | null
    revoked_reason: string | null
  }>('select generation, revoked_at, revoked_reason from sessions where id = $1', [cookie.split('.')[0]])
  return family
}
const warnings = async (): Promise<number> =>
  (await db.query(`select 1 from messages where dedupe_key like 'security:session_copied:%'`)).length

test('an installation that changes nothing has the keys that it always had', () => {
  const secret = Buffer.from('b7c1f09e5a3d48627e9f10c4d2a6835b90ef7c1846a3d25b18e07f94c6d3a25e', 'hex')
  const { current, accepted } = deriveSessionKeys({ current: secret, others: [] })
  expect(current.id).toBe('BMXhehF-QF8n')
  const mac = current.refreshMac('0199d2c0-0000-7000-8000-000000000001', 3, Buffer.alloc(16, 7))
  expect(mac.toString('base64url')).toBe('6VnMiCE-5UEu1GKaFgRV6ldSPSCtwUBOZD40mlI2bNw')
  expect(accepted).toEqual([current])
  expect(before.server.context.sessionKeys.current.id).toBe(current.id)
})

describe('a session that was there before the change', () => {
  test('goes on after it, and has the new key from its next refresh on', async () => {
    const old = hanako.access_token
    expect(await statusAt(swapped)).toBe(200)
    const again = await hanako.call('auth.refreshAccessToken', { body: { refresh_token: hanako.handle } })
    expect(again.status).toBe(200)
    expect(await refreshAt(swapped)).toMatchObject({ status: 200, body: { refresh_token: hanako.handle } })
    expect(kidOf(hanako.access_token)).not.toBe(kidOf(old))
    expect(await statusAt(swapped)).toBe(200)
    expect(await statusAt(dropped)).toBe(200)
    expect((await refreshAt(dropped)).status).toBe(200)
  })

  test('gets within a minute the same generation, whichever key its secret came from', async () => {
    await refreshAt(before)
    const old = cookieOf()
    const [id, generation, mac] = old.split('.')
    const first = await showAt(swapped, old)
    const anew = first.cookies['refresh_token'] ?? ''
    expect(first.status).toBe(200)
    expect(anew.split('.').slice(0, 2)).toEqual([id, generation])
    expect(anew.split('.')[2]).not.toBe(mac)
    // Both are this generation: a tab that still sends the old value gets the same one, and so does the other.
    for (const cookie of [old, anew])
      expect(await showAt(swapped, cookie)).toMatchObject({ status: 200, cookies: { refresh_token: anew } })
    expect(await familyOf(old)).toMatchObject({ generation: 2, revoked_at: null })
  })

  test('comes back when the answer that brought the new secret was lost', async () => {
    const old = cookieOf()
    forward(9 * minute)
    expect((await showAt(swapped, old)).status).toBe(200)
    forward(180 * minute)
    expect((await refreshAt(swapped)).status).toBe(200)
    expect(await statusAt(swapped)).toBe(200)
    expect(await familyOf(old)).toMatchObject({ generation: 2, revoked_at: null })
  })

  test('ends when a copy from before the change is used after it', async () => {
    const copy = cookieOf()
    const warned = await warnings()
    forward(9 * minute)
    await refreshAt(swapped)
    expect(await statusAt(swapped)).toBe(200)
    forward(29_000)
    expect((await showAt(swapped, copy)).status).toBe(200)
    forward(2_000)
    expect(await showAt(swapped, copy)).toMatchObject({ status: 403, body: { code: 'SESSION_REVOKED' } })
    expect(await familyOf(copy)).toMatchObject({ generation: 2, revoked_reason: 'reuse' })
    expect(await warnings()).toBe(warned + 1)
    expect(await statusAt(swapped)).toBe(401)
    expect((await refreshAt(swapped)).status).toBe(403)
  })

  test('ends when its secret comes without its device', async () => {
    hanako.url = swapped.url
    const cookie = cookieOf()
    const reply = await hanako.callAndLose('auth.refreshToken', {
      headers: { ...app.headers, Cookie: `refresh_token=${cookie}` },
    })
    expect(reply).toMatchObject({ status: 403, body: { code: 'SESSION_REVOKED' } })
    expect(await familyOf(cookie)).toMatchObject({ revoked_reason: 'reuse' })
  })

  test('opens sockets, and is ended by logging out', async () => {
    const program = await before.signIn('kyoko')
    const opened = await openSocket(swapped.url, '/transactions', { token: program.refresh_token })
    expect(opened).not.toHaveProperty('refused')
    if ('close' in opened) opened.close()
    hanako.url = swapped.url
    const cookie = cookieOf()
    await hanako.call('auth.logout', { body: { refresh_token: hanako.handle } })
    expect(await familyOf(cookie)).toMatchObject({ revoked_reason: 'logout' })
  })
})

describe('several processes, one after the other', () => {
  test('a session moves between those that expect the key and those that use it, and back', async () => {
    const old = cookieOf()
    for (const process of [before, ready, swapped, ready, swapped, dropped]) {
      forward(9 * minute)
      expect((await refreshAt(process)).status).toBe(200)
      expect(await statusAt(process)).toBe(200)
    }
    expect(await familyOf(old)).toMatchObject({ generation: 7, revoked_at: null })
  })

  test('one that expects the key makes nothing with it', async () => {
    const { current, accepted } = ready.server.context.sessionKeys
    expect(current.id).toBe(before.server.context.sessionKeys.current.id)
    expect(accepted.map(({ id }) => id)).toEqual([current.id, swapped.server.context.sessionKeys.current.id])
  })

  test('one that was left out answers as to an unknown token, and ends nothing', async () => {
    const warned = await warnings()
    await refreshAt(swapped)
    const cookie = cookieOf()
    expect(await statusAt(swapped)).toBe(200)
    expect(await statusAt(before)).toBe(401)
    for (let count = 0; count < 3; count += 1) {
      expect(await showAt(before, cookie)).toMatchObject({
        status: 403,
        body: { code: 'SESSION_REVOKED', access_token: null },
        cookies: { refresh_token: '' },
      })
    }
    expect(await familyOf(cookie)).toMatchObject({ revoked_at: null })
    expect(await warnings()).toBe(warned)
    expect((await refreshAt(swapped)).status).toBe(200)
  })
})

describe('after the key of before was dropped', () => {
  test('its tokens are unknown: 401, and a refresh that ends no family', async () => {
    const cookie = cookieOf()
    const warned = await warnings()
    expect(await statusAt(dropped)).toBe(401)
    const unknown = `${cookie.split('.').slice(0, 2).join('.')}.${'A'.repeat(43)}`
    const [answer, sameAsToday] = [await showAt(dropped, cookie), await showAt(dropped, unknown)]
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'SESSION_REVOKED', access_token: null },
      cookies: { refresh_token: '' },
    })
    expect([answer.status, answer.body, answer.cookies]).toEqual([
      sameAsToday.status,
      { ...(sameAsToday.body as object), request_id: (answer.body as { request_id?: string }).request_id },
      sameAsToday.cookies,
    ])
    expect(await familyOf(cookie)).toMatchObject({ generation: 1, revoked_at: null })
    expect(await warnings()).toBe(warned)
    expect((await refreshAt(swapped)).status).toBe(200)
  })

  test('nor do they open a socket, and a program is told the same', async () => {
    const program = await before.signIn('kyoko')
    const refused = await openSocket(dropped.url, '/transactions', { token: program.refresh_token })
    expect(refused).toEqual({ refused: 'AUTH_REQUIRED' })
    const there = caller({ url: dropped.url, access_token: program.access_token ?? '' })
    expect(await there.refused('users.me')).toMatchObject({ status: 401, code: 'AUTH_SESSION_EXPIRED' })
    const ask = { body: { refresh_token: program.refresh_token }, headers: { 'X-Client-Type': 'api' } }
    expect(await there.refused('auth.refreshToken', ask)).toMatchObject({
      status: 403,
      code: 'SESSION_REVOKED',
    })
    expect((await caller({ url: swapped.url }).call('auth.refreshToken', ask)).status).toBe(200)
  })

  test('passwords and encrypted texts, which come from the secret key, are as they were', async () => {
    const browser = await openBrowser(dropped.url, 'hanako')
    expect((await browser.call('users.me')).status).toBe(200)
    const encrypted = before.server.context.keys.encrypt('message', '証')
    expect(dropped.server.context.keys.decrypt('message', encrypted)).toBe('証')
  })
})

test('no key and no token of either key gets into the log', async () => {
  const lines: string[] = []
  const env = { SESSION_KEY: madeKey(), SESSION_KEY_PREVIOUS: next }
  const api = await startApi({ db, env, log: openLog('trace', { write: (line) => void lines.push(line) }) })
  await refreshAt(swapped)
  const seen: string[] = [cookieOf(), hanako.access_token]
  await statusAt(api)
  await refreshAt(api)
  await statusAt(api)
  seen.push(cookieOf(), hanako.access_token)
  await showAt(api, `${cookieOf().split('.')[0]}.9.${'A'.repeat(43)}`)
  await api.close()

  const text = lines.join('')
  expect(text).toContain('"event":"request"')
  const { secretKey, sessionSecrets } = api.server.context.config
  for (const bytes of [secretKey, sessionSecrets.current, ...sessionSecrets.others]) {
    for (const form of ['hex', 'base64', 'base64url'] as const)
      expect(text).not.toContain(Buffer.from(bytes).toString(form))
  }
  for (const token of seen) expect(text).not.toContain(token.split('.')[2])
})
