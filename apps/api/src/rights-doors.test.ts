// The doors of the table of rights: sessions, sockets, and paths that are spelled in another way.
import { randomUUID } from 'node:crypto'
import { endpoints } from '@shirogane/contract'
import { callOf, type CallName } from '@shirogane/contract/wire/calls'
import type { Endpoint } from '@shirogane/contract/wire/endpoint'
import { clientEvents } from '@shirogane/contract/wire/events'
import { openBrowser } from '@shirogane/testkit/calls/browser'
import type { Ask, Caller, Reply } from '@shirogane/testkit/calls/caller'
import { castLogins } from '@shirogane/testkit/cast'
import { castPassword } from '@shirogane/testkit/database'
import { type Column, columns } from '@shirogane/contract/wire/reach'
import { players, rows } from '@shirogane/testkit/asks/rights-table'
import { type NamespaceName, openSocket } from '@shirogane/testkit/calls/socket'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const callerOf = (column: Column): Promise<Caller> =>
  column === 'anonymous' ? Promise.resolve(api.nobody) : api.as(players[column])
const statusAndCode = ({ status, body }: Reply) => ({ status, code: (body as { code?: string }).code })

/** Ends the caller's newest session while the notice of it is still under way to the process that serves it. */
async function endUnnoticed(caller: Caller): Promise<void> {
  await api.db.query(
    `begin;
     set local session_replication_role = replica;
     update sessions set revoked_at = now(), revoked_reason = 'user'
     where id = (select id from sessions where user_id = '${caller.user_id}' order by created_at desc limit 1);
     commit`,
  )
}

describe('a session that has ended a moment ago', () => {
  const changes = (Object.values(endpoints) as Endpoint[]).filter(
    ({ name, who }) =>
      callOf(name).method !== 'GET' && !who.includes('anonymous') && name !== 'transactions.pay',
  )

  test.each([
    ['customer', 'hanako'],
    ['register', 'clerk'],
    ['manager', 'manager'],
    ['accounting', 'accountant'],
    ['owner', 'owner'],
  ] as const)('changes nothing more, as %s', async (role, name) => {
    const calls = changes.filter(({ who }) => who.includes(role)).map((endpoint) => endpoint.name)
    expect(calls.length).toBeGreaterThan(0)
    const caller = await api.signIn(name)
    expect((await caller.call('users.me')).status).toBe(200)
    await endUnnoticed(caller)
    // What only reads may rely for a second on what was read before.
    expect((await caller.call('users.me')).status).toBe(200)
    const replies = await Promise.all(
      calls.map(async (call) => [
        call,
        statusAndCode(
          await caller.call(call, {
            params: Object.fromEntries(
              [...callOf(call).path.matchAll(/\{(\w+)\}/g)].map(([, part]) => [part!, randomUUID()]),
            ),
            headers: { 'Idempotency-Key': randomUUID() },
            body: {},
          }),
        ),
      ]),
    )
    expect(replies).toEqual(calls.map((call) => [call, { status: 401, code: 'AUTH_SESSION_EXPIRED' }]))
  })
})

describe('the calls of sessions', () => {
  const secret = (caller: Caller): Ask => ({
    body: caller.refresh_token ? { refresh_token: caller.refresh_token } : {},
    headers: { 'X-Client-Type': 'api' },
  })
  const signedIn = columns.filter(
    (column): column is Exclude<Column, 'anonymous' | 'other_customer'> =>
      !['anonymous', 'other_customer'].includes(column),
  )

  test.each(signedIn)('login, both refreshes and logout as %s', async (column) => {
    const caller = await api.signIn(players[column])
    const login = {
      body: { credential: castLogins[players[column]], password: castPassword },
      headers: { 'X-Client-Type': 'api' },
    }
    expect((await caller.call('auth.login', login)).status).toBe(200)
    expect((await caller.call('auth.refreshAccessToken', secret(caller))).status).toBe(200)
    expect((await caller.call('auth.refreshToken', secret(caller))).status).toBe(200)
    expect((await caller.call('auth.logout', secret(caller))).status).toBe(204)
  })

  test('as nobody', async () => {
    expect(statusAndCode(await api.nobody.call('auth.refreshAccessToken'))).toEqual({
      status: 403,
      code: 'SESSION_REQUIRED',
    })
    expect(statusAndCode(await api.nobody.call('auth.refreshToken'))).toEqual({
      status: 403,
      code: 'SESSION_REQUIRED',
    })
    expect((await api.nobody.call('auth.logout')).status).toBe(204)
  })

  test('with the handle of somebody else', async () => {
    const hanako = await openBrowser(api.url, 'hanako')
    const kyoko = await openBrowser(api.url, 'kyoko')
    const foreign = { body: { refresh_token: hanako.handle } }
    expect(statusAndCode(await kyoko.call('auth.refreshAccessToken', foreign)).status).toBe(403)
    expect(statusAndCode(await kyoko.call('auth.refreshToken', foreign)).status).toBe(403)
    expect(statusAndCode(await kyoko.call('auth.logout', foreign))).toEqual({
      status: 404,
      code: 'NOT_FOUND',
    })
    expect((await hanako.call('users.me')).status).toBe(200)
  })
})

describe.each(Object.keys(clientEvents) as NamespaceName[])('the sockets of %s', (namespace) => {
  const cell = (what: string, column: Column): string =>
    rows.find((row) => row.call === `WS ${namespace} ${what}`)?.cells[column] ?? 'no row'

  /** What comes of connecting and asking for the room, in the words of the table. */
  async function tried(column: Column): Promise<{ connect: string; join: string }> {
    const opened = await openSocket(api.url, namespace, { token: (await callerOf(column)).refresh_token })
    if ('refused' in opened) return { connect: opened.refused, join: opened.refused }
    const ack = await opened.join({ user_id: (await api.as('hanako')).user_id })
    opened.close()
    return { connect: 'ok', join: ack.ok ? 'ok' : ack.code }
  }
  function meaning(text: string, column: Column): string[] {
    if (text === 'RJ')
      return [{ anonymous: 'AUTH_REQUIRED', unverified: 'NOT_VERIFIED' }[column as string] ?? 'FORBIDDEN']
    if (text === 'X') return ['ALREADY_VERIFIED']
    // Another person's room cannot be named; the answer is the one of asking for one's own.
    if (text === 'ig') return ['ok', 'ALREADY_VERIFIED']
    return ['ok']
  }

  test.each(columns)('as %s', async (column) => {
    const { connect, join } = await tried(column)
    expect(meaning(cell('connect', column), column)).toContain(connect)
    expect(meaning(cell(clientEvents[namespace], column), column)).toContain(join)
  })
})

describe('another spelling of a path opens nothing that the path itself keeps shut', () => {
  const shut = (Object.keys(endpoints) as CallName[]).filter(
    (name) => !(endpoints[name].who as readonly string[]).includes('anonymous'),
  )
  const pathOfAny = (name: CallName) => callOf(name).path.replace(/\{\w+\}/g, randomUUID())

  test.each(shut)('%s', async (name) => {
    const { method } = callOf(name)
    const path = pathOfAny(name)
    const spellings = [
      `${path}/`,
      path.replace('/v1/', '/v1//'),
      path.toUpperCase(),
      path.replace('/v1/', '/v1/%2e/'),
      `/.${path}`,
      `/%2e${path}`,
    ]
    for (const spelling of spellings) {
      expect([400, 401, 404, 405]).toContain((await api.nobody.send(method, spelling)).status)
    }
  })

  test.each(Object.keys(endpoints) as CallName[])('%s answers to its own methods alone', async (name) => {
    const known = (Object.keys(endpoints) as CallName[]).map(callOf)
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
      (method) => !known.some((call) => call.path === callOf(name).path && call.method === method),
    )
    for (const method of others) {
      expect(await api.nobody.send(method, pathOfAny(name))).toMatchObject({
        status: 405,
        body: { code: 'METHOD_NOT_ALLOWED' },
      })
    }
  })
})
