// Every act of the contract with its answer lost: before the commit, because the server failed in it, and after it, because
// the line broke. What the contract says of the act has to find out what came of it.
import { randomUUID } from 'node:crypto'
import { endpoints } from '@shirogane/contract'
import { callOf, type CallName } from '@shirogane/contract/wire/calls'
import { type Endpoint, lostOf } from '@shirogane/contract/wire/endpoint'
import { type Column, columns } from '@shirogane/contract/wire/reach'
import { accountAsks, type AccountAct, type Sending } from '@shirogane/testkit/asks/account-asks'
import { everyAsk } from '@shirogane/testkit/asks/every-ask'
import { rowOf } from '@shirogane/testkit/asks/rights-table'
import { newcomer } from '@shirogane/testkit/acts/newcomer'
import type { Ask, Reply } from '@shirogane/testkit/calls/caller'
import { loseCommits } from '@shirogane/testkit/lost-commits'
import { outboxIsEmpty } from '@shirogane/testkit/servers/outbox'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
let lose: (isOn: boolean) => Promise<void>
beforeAll(async () => {
  // A port that nothing answers: devices may be named, and none is rung.
  api = await startApi({ env: { DEMO: 'on', VAPID_SERVICES: 'http://127.0.0.1:9' } })
  await api.db.query(
    `insert into notifications (id, user_id, kind, facts, dedupe_key)
     select gen_random_uuid(), id, 'affiliator_left', '{}', 'lost:' || id from users`,
  )
  lose = await loseCommits(api.db)
})
// Also behind an act that was tried in vain.
afterEach(() => lose(false))
afterAll(() => api.close())

let wide: Promise<Buffer> | undefined
/** As small as a picture of documents may be. */
function widePicture(): Promise<Buffer> {
  wide ??= sharp({ create: { width: 1_000, height: 4, channels: 3, background: '#888' } })
    .png()
    .toBuffer()
  return wide
}
const { asks, callerOf, openCheckout } = everyAsk(() => api, widePicture)
const ofAccounts = accountAsks(() => api)

const names = Object.keys(endpoints) as CallName[]
const endpointOf = (name: CallName): Endpoint => endpoints[name]
const acts = names.filter((name) => lostOf(endpointOf(name)) !== null)

/** Not tried here: a device signs the first two, and the gateway the third. */
const signed: readonly CallName[] = ['auth.addPasskey', 'auth.passkeyLogin', 'gateway.webhook']
const walked = acts
  .filter((name) => !signed.includes(name))
  .toSorted((one, other) => placeOf(one) - placeOf(other))
/** What one act leaves would stand in the way of another. */
function placeOf(name: CallName): number {
  // A day is closed last: what another act does after it belongs to the next day.
  if (name === 'admin.closeDay' || name === 'admin.reopenDay') return 4
  // Documents that are in review.
  if (name === 'users.kycRequest') return 3
  // Money is paid out to a member who has not left yet, and none any more where the bank sent it back.
  if (name === 'admin.recallPayout') return 1
  return /payout/i.test(name) ? 0 : 2
}

test('every act is tried here, but for those that are signed', () => {
  const known = (name: CallName) => name in asks || name in ofAccounts
  expect(walked.filter((name) => !known(name))).toEqual([])
  expect(walked.length).toBeGreaterThan(180)
})

const served = new Set(['Y', 'own', 'st', 'cl', 'SU'])
function columnOf(name: CallName): Column {
  const column = columns.find((one) => one !== 'anonymous' && served.has(rowOf(name)?.cells[one] ?? ''))
  if (column === undefined) throw new Error(`${name} serves no column`)
  return column
}

/** An act that its sender names, so that it is known when it comes again. */
async function withId(name: keyof typeof asks, column: Column): Promise<AccountAct> {
  const { body, ...ask } = await asks[name](column)
  return { by: await callerOf(column), ask: { ...ask, body: { ...(body as object), id: randomUUID() } } }
}

/** Acts whose request of the table of rights moves nothing, or names nothing that they could be found by. */
const own: Partial<Record<CallName, () => Promise<AccountAct>>> = {
  'transactions.payUpdate': async () => ({
    by: await api.as('clerk'),
    ask: { body: { transaction_id: await openCheckout(), tenders: { cash: 1_100 } } },
  }),
  'approvals.ask': () => withId('approvals.ask', 'register'),
  'contacts.create': () => withId('contacts.create', 'customer'),
  'users.contactTransaction': () => withId('users.contactTransaction', 'customer'),
  'admin.updateLevel': async () => ({
    by: await api.as('owner'),
    ask: { ...(await asks['admin.updateLevel']('admin')), body: { birthday_points: 731 } },
  }),
  async 'admin.verifyUser'() {
    const [by, one] = [await api.as('clerk'), await newcomer(api)]
    const scan = async () => ({ by, ask: { body: { token: (await one.get('users.token')).token } } })
    const { id } = await by.get('admin.scanUnverified', (await scan()).ask)
    const body = { document: 'driver_license', confirmed: true }
    return { by, ask: { params: { id }, body }, question: scan }
  },
  async 'admin.kycVisitRecord'() {
    const by = await api.as('manager')
    const { body } = await asks['admin.kycVisitScan']('manager')
    const { id } = await by.get('admin.kycVisitScan', { body })
    const { body: seen } = await asks['admin.kycVisitRecord']('register')
    return { by, ask: { params: { id }, body: seen }, question: () => ({ by, ask: { body } }) }
  },
  async 'admin.decideAffiliate'() {
    const by = await api.as('owner')
    const ask = await asks['admin.decideAffiliate']('admin')
    const [row] = await api.db.query<{ id: string }>(
      'select affiliator_id as id from affiliates where id = $1',
      [ask.params?.['id']],
    )
    return { by, ask, question: () => ({ by, ask: { params: { id: row!.id } } }) }
  },
}

async function actOf(name: CallName): Promise<AccountAct> {
  const special = own[name] ?? ofAccounts[name as keyof typeof ofAccounts]
  if (special) return special()
  const column = columnOf(name)
  return { by: await callerOf(column), ask: await asks[name as keyof typeof asks](column) }
}

/** What an act opens that only opens the way to another. */
const opens: Partial<Record<CallName, CallName>> = {
  'auth.stepUp': 'users.email',
  'auth.checkReset': 'auth.resetPassword',
}

/** The question of the contract in the words of the act: what its path names stands in that of the act. */
function usualQuestion({ by, ask }: Sending, name: CallName): Sending {
  const parts = [...callOf(name).path.matchAll(/\{(\w+)\}/g)].map(([, part]) => part!)
  return { by, ask: { params: Object.fromEntries(parts.map((part) => [part, ask.params?.[part] ?? ''])) } }
}

/** An act may be asked for by a store, a year or a page, and what the reader has looked at is no part of what happened. */
const comparable = (body: unknown): string =>
  JSON.stringify(body, (key, value: unknown) =>
    ['request_id', 'as_of', 'views', 'expires_in', 'resend_in'].includes(key) ? undefined : value,
  )
/** What a question is answered: in full where it reads, and whether it succeeds where it is an act itself. */
async function answerTo(name: CallName, { by, ask }: Sending): Promise<string> {
  const { status, body } = await by.call(name, ask)
  expect(status).toBeLessThan(500)
  if (callOf(name).method === 'GET') return `${status} ${comparable(body)}`
  const { code, ...rest } = body as { code?: string }
  return `${status} ${status < 300 ? Object.keys(rest).join() : code}`
}

type Table = { count: number; hash: string | null }
/**
 * Written beside the acts: what was read and tried, when a session was last used, and news on its way. What the nights put
 * together is none of theirs either.
 */
const beside = [
  'lost_commits',
  'rate_limits',
  'audit_log',
  'sessions',
  'job_runs',
  'live_events',
  'sandbox_objects',
  'step_ups',
]
const ofNights = ['chain_blocks', 'prepaid_state', 'prepaid_days']
async function everything(): Promise<Map<string, Table>> {
  await outboxIsEmpty(api.db)
  const tables = await api.db.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'ledger') and c.relname <> all ($1)`,
    [[...beside, ...ofNights]],
  )
  const rows = await api.db.query<Table & { name: string }>(
    tables
      .map(
        ({ name }) =>
          // A letter that was written once is sent a moment later.
          `select '${name}' as name, count(*)::int, ${
            name.endsWith('.messages') ? `''` : `md5(string_agg(x::text, '' order by x::text))`
          } as hash from ${name} x`,
      )
      .join(' union all '),
  )
  return new Map(rows.map(({ name, ...table }) => [name, table]))
}
const changed = (before: Map<string, Table>, after: Map<string, Table>): string[] =>
  [...after].flatMap(([name, { count, hash }]) => {
    const was = before.get(name)
    return was?.hash === hash && was.count === count ? [] : [name]
  })
const longer = (before: Map<string, Table>, after: Map<string, Table>): string[] =>
  [...after].flatMap(([name, { count }]) => (count > (before.get(name)?.count ?? 0) ? [name] : []))

const isDone = ({ status }: Reply): boolean => status < 300
const codeOf = ({ body }: Reply): string | undefined => (body as { code?: string }).code
/** Rows of the same reservation that an earlier sending wrote stay behind the newest. */
const keepsOlder: Partial<Record<CallName, string>> = { 'inventory.reserve': 'ledger.stock_reservations' }

/** A proof serves once, and its owner gives it anew: that is no part of the act. */
const proveAgain = () => api.db.query('update step_ups set used_at = null where used_at is not null')

test.each(names.filter((name) => endpointOf(name).reads === true && name in asks))(
  '%s changes nothing, so that nothing of it can be lost',
  async (name) => {
    const { by, ask } = await actOf(name)
    const before = await everything()
    expect((await by.call(name, ask)).status).toBe(200)
    expect(changed(before, await everything())).toEqual([])
  },
)

describe.each(walked)('%s', (name) => {
  const how = lostOf(endpointOf(name))

  test('is found again where its answer is lost', async () => {
    const { by, ask: given, question, asksLate } = await actOf(name)
    const ask: Ask = endpointOf(name).idempotent
      ? { ...given, headers: { ...given.headers, 'Idempotency-Key': randomUUID() } }
      : given
    const send = () => by.call(name, ask)
    const asked = typeof how === 'object' ? how!.ask : null
    const answer = async (): Promise<string | null> => {
      if (asked !== null) return answerTo(asked, (await question?.()) ?? usualQuestion({ by, ask }, asked))
      if (how !== 'next') return null
      const led = await question!()
      return String((await led.by.call(opens[name]!, led.ask)).status < 300)
    }
    const unasked = asksLate ? null : await answer()
    const untouched = await everything()

    // Before the commit: nothing has happened, and the question says so.
    await lose(true)
    const failed = await send()
    await lose(false)
    if (!isDone(failed)) expect(failed.status).toBeGreaterThanOrEqual(500)
    const kept = await everything()
    expect(changed(untouched, kept)).toEqual([])
    if (!asksLate) expect(await answer()).toBe(unasked)

    // After it: the act sent once more goes through, and its answer is not looked at by the caller.
    const first = await send()
    expect([first.status, codeOf(first)]).toEqual([endpoints[name].status, codeOf(first)])
    const done = await everything()
    if (asksLate) expect(await answer()).toMatch(/^200 .*token/)
    else if (asked !== null || how === 'next') expect(await answer()).not.toBe(unasked)
    // What was answered well although no commit went through has nothing to write.
    if (isDone(failed)) expect(changed(kept, done)).toEqual([])
    await proveAgain()
    if (how === 'key') {
      const again = await send()
      expect([again.status, again.body]).toEqual([first.status, first.body])
      expect(changed(done, await everything())).toEqual([])
    }
    if (how === 'again') {
      expect(await send()).toMatchObject({ status: first.status })
      const more = longer(done, await everything())
      expect(more.filter((table) => table !== keepsOlder[name])).toEqual([])
    }
    if (how === 'anew') {
      const again = await send()
      if (codeOf(again) !== 'PIN_RESEND_TOO_SOON') expect(again.status).toBe(first.status)
    }
  })
})
