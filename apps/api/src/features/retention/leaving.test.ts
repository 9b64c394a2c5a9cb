import { randomBytes, randomUUID } from 'node:crypto'
import { moveLedgerClock } from '@shirogane/testkit/ledger-clock'
import { plant as plantRow } from '@shirogane/testkit/acts/plant'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseClosed } from '../auth/index.ts'
import { forgetDue } from './forget.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const plant = (table: string, values: Record<string, unknown>) => plantRow(api.db, table, values)
const hexOf = () => randomBytes(16).toString('hex')
const dayMs = 86_400_000
const iso = (ms: number) => new Date(ms).toISOString()

test('of somebody who has left nothing is found in any table ninety days later', async () => {
  const { context } = api.server
  const id = randomUUID()
  const mark = '消田忘'
  const at = iso(Date.now())
  const [clerk] = await api.db.query<{ id: string }>(`select user_id as id from employees limit 1`)
  await plant('users', {
    id,
    username: 'kieta_wasure',
    type: 'customer',
    verified: true,
    last_name: mark,
    search_name: mark,
    address: mark,
    closed_at: at,
    suspended_at: at,
    closed_reason: mark,
  })
  const of = { id: randomUUID(), user_id: id, created_at: at }
  await plant('member_notes', { ...of, author_id: clerk!.id, text: mark })
  await plant('member_stops', {
    id: randomUUID(),
    user_id: id,
    stopped_at: at,
    stopped_by: clerk!.id,
    reason: mark,
  })
  await plant('deferred_notes', {
    id: randomUUID(),
    customer_id: id,
    note: mark,
    written_by: clerk!.id,
    written_at: at,
  })
  const contact = randomUUID()
  await plant('contacts', {
    id: contact,
    user_id: id,
    name: mark,
    kind: 'other',
    message: mark,
    search_text: mark,
  })
  await plant('contact_acts', { contact_id: contact, act: 'noted', note: mark, employee_id: clerk!.id, at })
  await plant('addresses', { user_id: id, postcode: '9200000', street: mark, updated_at: at })
  await plant('notifications', {
    ...of,
    kind: 'news',
    facts: `{"name":"${mark}"}`,
    topic: 'news',
    dedupe_key: mark,
  })
  await plant('messages', { ...of, channel: 'mail', dedupe_key: mark })
  await plant('saved_searches', {
    id: randomUUID(),
    employee_id: clerk!.id,
    filter: `{"q":"${mark}"}`,
    created_at: at,
  })
  await plant('parked_sales', {
    id: randomUUID(),
    cart: '{"items":[]}',
    name: mark,
    customer_id: id,
    status: 'completed',
    transaction_id: randomUUID(),
    parked_at: at,
    expires_at: at,
  })
  await plant('ledger.stock_reservations', {
    id: randomUUID(),
    owner_id: randomUUID(),
    state: 'lapsed',
    label: mark,
    created_at: iso(Date.now() - dayMs),
    until: at,
    ended_at: at,
  })
  await plant('payment_methods', {
    ...of,
    gateway: 'sandbox',
    gateway_card: 'x',
    last4: '4242',
    exp_year: 2030,
    fingerprint: mark,
    nickname: mark,
    removed_at: at,
  })
  await plant('affiliators', {
    user_id: id,
    code: 'KIETA',
    reward_method: 'wallet',
    stopped_at: at,
    stopped_by: clerk!.id,
    stop_reason: mark,
  })
  await plant('sessions', {
    id: randomUUID(),
    user_id: id,
    audience: 'api',
    client: 'browser',
    handle: hexOf(),
    generation: 1,
    device_id: mark,
    user_agent: mark,
    created_at: at,
    last_used_at: at,
  })

  const later = 91 * dayMs
  api.clock.forward(later)
  await moveLedgerClock(api.db, iso(Date.now() + later))
  expect(await eraseClosed(context)).toBe(1)
  expect(await forgetDue(context, async () => undefined)).toBeGreaterThan(0)

  const tables = await api.db.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema in ('public', 'ledger') and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables)
    for (const word of [mark, 'kieta_wasure']) {
      const [row] = await api.db.query<{ n: number }>(
        `select count(*)::int as n from ${name} t where strpos(t::text, $1) > 0`,
        [word],
      )
      if (row!.n > 0) found.push(`${word} in ${name}`)
    }
  expect(found).toEqual([])
})
