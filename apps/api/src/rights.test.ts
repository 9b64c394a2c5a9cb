// The table of rights, cell by cell: every call and socket that exists, as every caller, with a request that is legal
// but for who sends it. A refusal must have the table's status and code, and must leave everything as it was.
import { randomUUID } from 'node:crypto'
import { endpoints } from '@shirogane/contract'
import { callOf, type CallName } from '@shirogane/contract/wire/calls'
import type { Endpoint } from '@shirogane/contract/wire/endpoint'
import { clientEvents } from '@shirogane/contract/wire/events'
import { holds } from '@shirogane/contract/wire/rights'
import { takeOn } from '@shirogane/testkit/acts/let-in'
import type { Ask, Caller, Reply } from '@shirogane/testkit/calls/caller'
import { castByRole } from '@shirogane/testkit/cast'
import { everyAsk } from '@shirogane/testkit/asks/every-ask'
import { type Column, columns, otherRoles } from '@shirogane/contract/wire/reach'
import { players, rowOf, rows } from '@shirogane/testkit/asks/rights-table'
import { fingerprint } from '@shirogane/testkit/asks/fingerprint'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
let elsewhereRegister: string
async function openBrand(): Promise<void> {
  // A port that nothing answers: devices may be named, and none is rung.
  api = await startApi({ env: { VAPID_SERVICES: 'http://127.0.0.1:9' } })
  const [register] = await api.db.query<{ id: string }>(
    `select r.id from registers r join stores s on s.id = r.store_id where s.code = 'KRM1'`,
  )
  elsewhereRegister = register?.id ?? ''
  // Notices for everybody who may read some, so that "own" has something to be.
  await api.db.query(
    `insert into notifications (id, user_id, kind, facts, dedupe_key)
     select gen_random_uuid(), id, 'affiliator_left', '{}', 'rights:' || id from users`,
  )
}
beforeAll(openBrand)
afterAll(() => api.close())

let wide: Promise<Buffer> | undefined
/** As small as a picture of documents may be. */
function widePicture(): Promise<Buffer> {
  wide ??= sharp({ create: { width: 1_000, height: 4, channels: 3, background: '#888' } })
    .png()
    .toBuffer()
  return wide
}
/** `other_customer` aims at what is hanako's. */
const { asks, callerOf } = everyAsk(() => api, widePicture)

const refusals: Record<string, [status: number, codes: string[]]> = {
  A1: [401, ['AUTH_REQUIRED']],
  V3: [403, ['NOT_VERIFIED']],
  F3: [403, ['FORBIDDEN', 'NOT_AFFILIATOR']],
  N4: [404, ['NOT_FOUND', 'TXN_NOT_FOUND']],
  X: [409, ['ALREADY_VERIFIED', 'AFFILIATE_ALREADY']],
  SG: [403, ['WEBHOOK_UNSIGNED']],
  tk: [403, ['TICKET_REQUIRED']],
}

const statusAndCode = ({ status, body }: Reply) => ({ status, code: (body as { code?: string }).code })

test('every call and every socket event has its row', () => {
  const missing = (Object.keys(endpoints) as CallName[]).filter((name) => !rowOf(name))
  const sockets = Object.entries(clientEvents).flatMap(([namespace, event]) => [
    `WS ${namespace} connect`,
    `WS ${namespace} ${event}`,
  ])
  expect([...missing, ...sockets.filter((call) => !rows.some((row) => row.call === call))]).toEqual([])
})

type Cell = { name: keyof typeof asks; column: Column; cell: string }
const cells: Cell[] = (Object.keys(asks) as (keyof typeof asks)[]).flatMap((name) =>
  columns.map((column) => ({ name, column, cell: rowOf(name)?.cells[column] ?? 'no row' })),
)
/** Behind `SU` the request comes with the proof that the cell asks for; without it is for the tests of each call. */
const served = new Set(['Y', 'own', 'pub', 'st', 'cl', 'SU'])

test('every cell of a call that exists is one that is tested here', () => {
  const unknown = cells.filter(({ cell }) => !served.has(cell) && cell !== 'ig' && !(cell in refusals))
  expect(unknown).toEqual([])
})

test.each(cells.filter(({ cell }) => cell in refusals))(
  '$name refuses $column with $cell, and nothing has changed',
  async ({ name, column, cell }) => {
    const caller = await callerOf(column)
    const ask = await asks[name](column)
    const before = await fingerprint(api.db)
    const { status, code } = statusAndCode(await caller.call(name, ask))
    const [expectedStatus, expectedCodes] = refusals[cell] ?? [0, []]
    expect(status).toBe(expectedStatus)
    expect(expectedCodes).toContain(code)
    expect(await fingerprint(api.db)).toBe(before)
  },
)

test.each(cells.filter(({ cell }) => served.has(cell)))(
  '$name serves $column ($cell)',
  async ({ name, column }) => {
    const reply = await (await callerOf(column)).call(name, await asks[name](column))
    expect([reply.status, (reply.body as { error?: string }).error]).toEqual([
      endpoints[name].status,
      undefined,
    ])
  },
)

describe('what moves money, points or stock', () => {
  // A day is closed and opened again last: what another call does after its close belongs to the next day.
  const ofTheDay: readonly CallName[] = ['admin.closeDay', 'admin.reopenDay']
  const moving = (Object.keys(endpoints) as CallName[])
    .filter((name) => (endpoints[name] as Endpoint).idempotent && !ofTheDay.includes(name))
    .concat(ofTheDay)
  const servedOf = (name: CallName) =>
    cells.find((one) => one.name === name && served.has(one.cell) && one.column !== 'anonymous')

  // In an installation of its own: nothing that the cells above have done stands in the way.
  const { asks, callerOf, openCheckout } = everyAsk(() => api, widePicture)
  let before: readonly [TestApi, string]
  beforeAll(async () => {
    before = [api, elsewhereRegister]
    await openBrand()
  })
  afterAll(async () => {
    await api.close()
    ;[api, elsewhereRegister] = before
  })

  /** What one of them may have left in the way of another. */
  const makeReady: Partial<Record<CallName, () => Promise<unknown>>> = {
    async 'admin.approveCashout'() {
      const body = { user_id: (await api.as('hanako')).user_id, pay: true, tender: 'card' }
      await (await api.as('clerk')).call('transactions.laterCollect', { body })
    },
    'admin.closeDay': mayClose,
    // It gives up each count that is under way.
    'admin.reopenDay': async () => asks['inventory.openCount']('manager'),
  }
  async function mayClose(): Promise<void> {
    await asks['inventory.openCount']('manager')
    await (await api.as('manager')).call('admin.countFloat', await asks['admin.countFloat']('manager'))
  }
  const askOf = async (name: CallName, column: Column): Promise<Ask> =>
    name === 'transactions.payUpdate'
      ? { body: { transaction_id: await openCheckout(), tenders: { cash: 1_100 } } }
      : asks[name as keyof typeof asks](column)

  test('is tried here, every call of it', () => {
    expect(moving.filter((name) => !servedOf(name))).toEqual([])
    expect(moving.length).toBeGreaterThan(20)
  })

  test.each(moving)(
    '%s is refused without a key before anything is touched, and one key moves once',
    async (name) => {
      const { column } = servedOf(name)!
      const caller = await callerOf(column)
      await makeReady[name]?.()
      const ask = await askOf(name, column)
      const untouched = await fingerprint(api.db)
      const { headers: _, ...bare } = ask
      const refusal = await caller.call(name, { ...bare, withKey: false })
      expect(statusAndCode(refusal)).toEqual({ status: 400, code: 'IDEMPOTENCY_KEY_REQUIRED' })
      expect(await fingerprint(api.db)).toBe(untouched)

      const keyed = { ...bare, headers: { 'Idempotency-Key': randomUUID() } }
      const first = await caller.call(name, keyed)
      expect([first.status, first.body]).toEqual([endpoints[name].status, first.body])
      const moved = await fingerprint(api.db)
      const again = await caller.call(name, keyed)
      // A day closes once by itself, and says so to a second caller who closes it.
      if (name !== 'admin.closeDay') expect([again.status, again.body]).toEqual([first.status, again.body])
      expect(await fingerprint(api.db)).toBe(moved)
    },
  )
})

test.each(cells.filter(({ cell }) => cell === 'pub'))(
  '$name shows $column nothing but what is public',
  async ({ name, column }) => {
    const reply = await (await callerOf(column)).call(name, { params: { key: 'demo' } })
    expect(reply.status).toBe(404)
  },
)

const byCode: ReadonlySet<CallName> = new Set([
  'transactions.pay',
  'transactions.shownMember',
  'transactions.transferPoint',
  'transactions.chargeCash',
])
test.each(cells.filter(({ cell }) => cell === 'st' || cell === 'cl'))(
  '$name serves $column in their own store alone',
  async ({ name, column }) => {
    const ask = await asks[name](column)
    // What begins with a code on a phone names its register; everything else names what belongs to the store.
    const namesRegister = byCode.has(name)
    const asker = namesRegister
      ? players[column as 'register']
      : column === 'manager'
        ? 'otherManager'
        : 'otherClerk'
    const foreign = namesRegister
      ? { ...ask, body: { ...(ask.body as object), register_id: elsewhereRegister } }
      : ask
    expect((await (await api.as(asker)).call(name, foreign)).status).toBe(404)
  },
)

const ignoring = cells.filter(({ cell }) => cell === 'ig')
test.each(ignoring.filter(({ name }) => callOf(name).method === 'GET'))(
  '$name takes no notice of whom a query names',
  async ({ name, column }) => {
    const caller = await callerOf(column)
    const ask = await asks[name](column)
    const { user_id } = await api.as('hanako')
    const plain = await caller.call(name, ask)
    const planted = await caller.call(name, { ...ask, query: { ...ask.query, user_id } })
    const comparable = (reply: Reply) => ({
      ...statusAndCode(reply),
      body: { ...(reply.body as object), request_id: '', error: '', message: '' },
    })
    expect(comparable(planted)).toEqual(comparable(plain))
  },
)
const takesFile = (name: CallName) => 'file' in endpoints[name]
test.each(ignoring.filter(({ name }) => callOf(name).method !== 'GET' && !takesFile(name)))(
  '$name refuses a body that names somebody',
  async ({ name, column }) => {
    const { user_id } = await api.as('hanako')
    const reply = await (
      await callerOf(column)
    ).call(name, { ...(await asks[name](column)), body: { user_id } })
    expect(statusAndCode(reply)).toEqual({ status: 400, code: 'VALIDATION_ERROR' })
  },
)

describe('types of staff that the table does not list', () => {
  const newcomers = new Map<string, Promise<Caller>>()
  const tries = otherRoles.flatMap((role) =>
    // Who calls as a gateway proves it by a signature, in any role.
    (Object.keys(asks) as (keyof typeof asks)[])
      .filter((call) => call !== 'gateway.webhook')
      .map((call) => ({
        role,
        call,
        isNamed: (endpoints[call].who as readonly string[]).includes(role),
      })),
  )

  test.each(tries)(
    '$call and $role: served only if the contract says so ($isNamed)',
    async ({ role, call, isNamed }) => {
      const { status } = await (await staffOf(role)).call(call, await asks[call]('customer'))
      expect(status === 403).toBe(!isNamed)
    },
  )

  /** The person of the cast in this role, or one who is taken on for it, so that a new role is tried as well. */
  async function staffOf(role: (typeof otherRoles)[number]): Promise<Caller> {
    if (role in castByRole) return api.as(castByRole[role as keyof typeof castByRole])
    const person = newcomers.get(role) ?? takeOnAs(role)
    newcomers.set(role, person)
    return person
  }

  async function takeOnAs(role: (typeof otherRoles)[number]): Promise<Caller> {
    const [shop] = await api.db.query<{ id: string }>(`select id from stores where code = 'KNZ1'`)
    return takeOn(api, await api.as('owner'), role, holds(role, 'shop.own') ? shop!.id : null)
  }
})
