// The table of rights, cell by cell: every call and socket that exists, as every caller, with a request that is legal
// but for who sends it. A refusal must have the table's status and code, and must leave everything as it was.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { endpoints } from '@shirogane/contract'
import { callOf, type CallName } from '@shirogane/contract/calls'
import { clientEvents } from '@shirogane/contract/events'
import { openBrowser } from '@shirogane/testkit/browser'
import type { Ask, Caller, Reply } from '@shirogane/testkit/caller'
import { type CastName, castLogins } from '@shirogane/testkit/cast'
import { castPassword } from '@shirogane/testkit/database'
import { fingerprint } from '@shirogane/testkit/funds'
import { outboxIsEmpty, sell } from '@shirogane/testkit/sale'
import { type NamespaceName, openSocket } from '@shirogane/testkit/socket'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const columns = ['anonymous', 'unverified', 'customer', 'other_customer', 'affiliator', 'register', 'manager', 'admin'] as const
type Column = (typeof columns)[number]
type Row = { call: string; cells: Record<Column, string> }

const rows: Row[] = readFileSync(new URL('../../../packages/contract/authz.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [, call = '', ...cells] = line.split('\t')
    return { call, cells: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])) as Row['cells'] }
  })
const rowOf = (name: CallName): Row | undefined => {
  const { method, path } = callOf(name)
  return rows.find((row) => row.call === `${method} ${path}`)
}

/** Who of the cast stands in which column. Nobody is an affiliator yet, so that column is a plain customer's. */
const players: Record<Exclude<Column, 'anonymous'>, CastName> = {
  unverified: 'taro',
  customer: 'hanako',
  other_customer: 'kyoko',
  affiliator: 'takasaki',
  register: 'clerk',
  manager: 'manager',
  admin: 'owner',
}

let api: TestApi
let sale: string
let level: string
let elsewhereRegister: string
beforeAll(async () => {
  api = await startApi()
  sale = (await sell(await api.as('clerk'), await api.as('hanako'), { amount: 1_100, tenders: { cash: 1_100 } })).transaction.id
  const [bottom] = await api.db.query<{ id: string }>('select id from levels where level_index = 0')
  level = bottom?.id ?? ''
  const [register] = await api.db.query<{ id: string }>(
    `select r.id from registers r join stores s on s.id = r.store_id where s.code = 'KRM1'`,
  )
  elsewhereRegister = register?.id ?? ''
  // Notices for everybody who may read some, so that "own" has something to be.
  await api.db.query(
    `insert into notifications (id, user_id, title, message, dedupe_key)
     select gen_random_uuid(), id, 'お知らせ', '本文', 'rights:' || id from users`,
  )
})
afterAll(() => api.close())

const callerOf = (column: Column): Promise<Caller> =>
  column === 'anonymous' ? Promise.resolve(api.nobody) : api.as(players[column])

async function noticeOf(caller: Caller): Promise<string> {
  const [row] = await api.db.query<{ id: string }>(`select id from notifications where user_id = $1 limit 1`, [caller.user_id])
  return row?.id ?? randomUUID()
}
const payBody = async () => {
  const { token } = await (await api.as('hanako')).get('users.token')
  return { token, amount: 1_100, tenders: { cash: 1_100 } }
}
const openCheckout = async (): Promise<string> => {
  const { token } = await (await api.as('hanako')).get('users.token')
  const state = await (await api.as('clerk')).get('transactions.pay', {
    body: { token, amount: 1_100 },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  return state.transaction.id
}
const withKey = (ask: Ask): Ask => ({ ...ask, headers: { 'Idempotency-Key': randomUUID() } })

/** One legal request for each call. `other_customer` aims at what is hanako's. */
const asks: Record<Exclude<CallName, `auth.${string}`>, (column: Column) => Promise<Ask> | Ask> = {
  'users.me': () => ({}),
  'users.wallet': () => ({}),
  'users.level': () => ({}),
  'users.employeeDetails': () => ({}),
  'users.token': () => ({}),
  'users.admin': async () => ({ params: { id: (await api.as('hanako')).user_id } }),
  'levels.nextLevel': () => ({ params: { id: level } }),
  'notifications.count': () => ({}),
  'notifications.list': () => ({}),
  'notifications.readAll': () => ({}),
  'notifications.read': async (column) => ({
    params: { id: await noticeOf(column === 'anonymous' || column === 'other_customer' ? await api.as('hanako') : await callerOf(column)) },
  }),
  'transactions.list': () => ({}),
  'transactions.details': async (column) => ({ params: { id: column === 'affiliator' ? await ownSale('takasaki') : sale } }),
  'transactions.registerState': async (column) => ({
    params: { id: column === 'affiliator' ? await ownSale('takasaki') : sale },
  }),
  'transactions.pay': async () => withKey({ body: await payBody() }),
  'transactions.payUpdate': async () => withKey({ body: { transaction_id: await openCheckout(), note: 'ラッピング' } }),
  'skus.search': () => ({}),
  'admin.setting': (column) => ({ params: { key: column === 'admin' ? 'demo' : 'limits' } }),
  'admin.banners': () => ({}),
}

async function ownSale(name: CastName): Promise<string> {
  const [row] = await api.db.query<{ id: string }>(
    `select t.id from ledger.transactions t where customer_id = $1 and kind = 'payment' limit 1`,
    [(await api.as(name)).user_id],
  )
  return row?.id ?? ''
}

const refusals: Record<string, [status: number, codes: string[]]> = {
  A1: [401, ['AUTH_REQUIRED']],
  V3: [403, ['NOT_VERIFIED']],
  F3: [403, ['FORBIDDEN']],
  N4: [404, ['NOT_FOUND', 'TXN_NOT_FOUND']],
}

const statusAndCode = ({ status, body }: Reply) => ({ status, code: (body as { code?: string }).code })

test('every call and every socket event has its row', () => {
  const missing = (Object.keys(endpoints) as CallName[]).filter((name) => !rowOf(name))
  const sockets = Object.entries(clientEvents).flatMap(([namespace, event]) => [`WS ${namespace} connect`, `WS ${namespace} ${event}`])
  expect([...missing, ...sockets.filter((call) => !rows.some((row) => row.call === call))]).toEqual([])
})

describe.each(Object.keys(asks) as (keyof typeof asks)[])('%s', (name) => {
  test.each(columns)('as %s', async (column) => {
    const cell = rowOf(name)?.cells[column] ?? 'no row'
    const caller = await callerOf(column)
    const ask = await asks[name](column)

    const refusal = refusals[cell]
    if (refusal) {
      await outboxIsEmpty(api.db)
      const before = await fingerprint(api.db)
      const { status, code } = statusAndCode(await caller.call(name, ask))
      expect(status).toBe(refusal[0])
      expect(refusal[1]).toContain(code)
      expect(await fingerprint(api.db)).toBe(before)
      return
    }
    if (cell === 'ig') return expectIgnored(name, caller, ask)

    expect(['Y', 'own', 'pub', 'st', 'cl']).toContain(cell)
    const reply = await caller.call(name, ask)
    expect([reply.status, reply.status < 300 ? undefined : reply.body]).toEqual([endpoints[name].status, undefined])
    if (cell === 'pub') expect(statusAndCode(await caller.call(name, { params: { key: 'demo' } })).status).toBe(404)
    if (cell === 'st' || cell === 'cl') await expectStoreBound(name, column)
  })
})

/** The call names nobody: a planted name is refused in a body and has no effect in a query. */
async function expectIgnored(name: keyof typeof asks, caller: Caller, ask: Ask): Promise<void> {
  const { user_id } = await api.as('hanako')
  if (callOf(name).method === 'GET') {
    const plain = await caller.call(name, ask)
    const planted = await caller.call(name, { ...ask, query: { ...ask.query, user_id } })
    expect(statusAndCode(planted)).toEqual(statusAndCode(plain))
    // A refusal differs in its request id alone.
    if (plain.status < 300) expect(planted.body).toEqual(plain.body)
    return
  }
  expect(statusAndCode(await caller.call(name, { ...ask, body: { user_id } }))).toEqual({ status: 400, code: 'VALIDATION_ERROR' })
}

/** The staff of another store find nothing there. */
async function expectStoreBound(name: keyof typeof asks, column: Column): Promise<void> {
  const stranger = await api.as(column === 'manager' ? 'otherManager' : 'otherClerk')
  const ask = await asks[name](column)
  const foreign =
    name === 'transactions.pay'
      ? await (await callerOf(column)).call(name, { ...ask, body: { ...(ask.body as object), register_id: elsewhereRegister } })
      : await stranger.call(name, ask)
  expect(foreign.status).toBe(404)
}

describe('types of staff that the table does not list', () => {
  test.each(['accountant', 'reviewer'] as const)('the %s is refused wherever the contract does not name that role', async (name) => {
    const role = name === 'accountant' ? 'accounting' : 'kyc_reviewer'
    const caller = await api.as(name)
    for (const call of Object.keys(asks) as (keyof typeof asks)[]) {
      const who: readonly string[] = endpoints[call].who
      const { status, code } = statusAndCode(await caller.call(call, await asks[call]('customer')))
      if (!who.includes(role)) expect({ call, status, code }).toEqual({ call, status: 403, code: 'FORBIDDEN' })
      else expect([call, status]).not.toEqual([call, 403])
    }
  })
})

describe('the calls of sessions', () => {
  const secret = (caller: Caller): Ask => ({
    body: caller.refresh_token ? { refresh_token: caller.refresh_token } : {},
    headers: { 'X-Client-Type': 'api' },
  })
  const signedIn = columns.filter((column): column is Exclude<Column, 'anonymous' | 'other_customer'> => !['anonymous', 'other_customer'].includes(column))

  test.each(signedIn)('login, both refreshes and logout as %s', async (column) => {
    const caller = await api.signIn(players[column])
    const login = { body: { credential: castLogins[players[column]], password: castPassword }, headers: { 'X-Client-Type': 'api' } }
    expect((await caller.call('auth.login', login)).status).toBe(200)
    expect((await caller.call('auth.refreshAccessToken', secret(caller))).status).toBe(200)
    expect((await caller.call('auth.refreshToken', secret(caller))).status).toBe(200)
    expect((await caller.call('auth.logout', secret(caller))).status).toBe(204)
  })

  test('as nobody', async () => {
    expect(statusAndCode(await api.nobody.call('auth.refreshAccessToken'))).toEqual({ status: 403, code: 'SESSION_REQUIRED' })
    expect(statusAndCode(await api.nobody.call('auth.refreshToken'))).toEqual({ status: 403, code: 'SESSION_REQUIRED' })
    expect((await api.nobody.call('auth.logout')).status).toBe(204)
  })

  test('with the handle of somebody else', async () => {
    const hanako = await openBrowser(api.url, 'hanako')
    const kyoko = await openBrowser(api.url, 'kyoko')
    const foreign = { body: { refresh_token: hanako.handle } }
    expect(statusAndCode(await kyoko.call('auth.refreshAccessToken', foreign)).status).toBe(403)
    expect(statusAndCode(await kyoko.call('auth.refreshToken', foreign)).status).toBe(403)
    expect(statusAndCode(await kyoko.call('auth.logout', foreign))).toEqual({ status: 404, code: 'NOT_FOUND' })
    expect((await hanako.call('users.me')).status).toBe(200)
  })
})

describe.each(Object.keys(clientEvents) as NamespaceName[])('the sockets of %s', (namespace) => {
  const cell = (what: string, column: Column): string =>
    rows.find((row) => row.call === `WS ${namespace} ${what}`)?.cells[column] ?? 'no row'

  test.each(columns)('as %s', async (column) => {
    const caller = await callerOf(column)
    const opened = await openSocket(api.url, namespace, { token: caller.refresh_token })
    if ('refused' in opened) {
      expect(cell('connect', column)).toBe('RJ')
      const expected = { anonymous: 'AUTH_REQUIRED', unverified: 'NOT_VERIFIED' }[column as string] ?? 'FORBIDDEN'
      expect(opened.refused).toBe(expected)
      return
    }
    expect(['Y', 'ig']).toContain(cell('connect', column))
    const ack = await opened.join({ user_id: (await api.as('hanako')).user_id })
    opened.close()
    const joins = cell(clientEvents[namespace], column)
    if (joins === 'X') expect(ack).toEqual({ ok: false, code: 'ALREADY_VERIFIED' })
    else if (joins === 'RJ') expect(ack).toEqual({ ok: false, code: 'FORBIDDEN' })
    else if (joins === 'ig') expect(['/users', '/transactions', '/affiliates']).toContain(namespace)
    else expect(ack).toEqual({ ok: true })
  })
})

describe('another spelling of a path opens nothing that the path itself keeps shut', () => {
  test.each(Object.keys(asks) as (keyof typeof asks)[])('%s', async (name) => {
    const { method } = callOf(name)
    const path = callOf(name).path.replace('{key}', 'limits').replace(/\{\w+\}/g, randomUUID())
    const isOpen = (endpoints[name].who as readonly string[]).includes('anonymous')
    const spellings = [`${path}/`, path.replace('/v1/', '/v1//'), path.toUpperCase(), path.replace('/v1/', '/v1/%2e/'), `/.${path}`, `/%2e${path}`]
    for (const spelling of spellings) {
      const reply = await api.nobody.send(method, spelling)
      if (!isOpen) expect([spelling, reply.status]).not.toEqual([spelling, 200])
    }
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((other) => other !== method)
    for (const other of others) {
      const answers = Object.keys(endpoints).some((known) => {
        const call = callOf(known as CallName)
        return call.method === other && call.path === callOf(name).path
      })
      if (answers) continue
      const reply = await api.nobody.send(other, path)
      expect([other, [404, 405].includes(reply.status)]).toEqual([other, true])
    }
  })
})
