import { limits } from '@shirogane/contract/rules/limits'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchInvitations } from './features/affiliates/index.ts'

let api: TestApi
let asked: Asked[] = []
type Asked = { text: string; values: readonly unknown[]; isNamed: boolean }

const people = 20_000
const sales = 60_000

/** Tables that grow with the years: no list of a shop may read one of them from end to end. */
const growing = [
  'movements',
  'refunds',
  'corrections',
  'sale_details',
  'transaction_lines',
  'transfers',
  'users',
  'wallets',
  'audit_log',
  'parked_sales',
  'deferred_sales',
  'deferred_moves',
  'stock_moves',
  'stock_documents',
  'notifications',
]

/** Every statement that the server sends, so that its plan can be looked at with the very values it was sent with. */
const send = pg.Client.prototype.query
beforeAll(async () => {
  api = await startApi()
  await fill()
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, values] = given
    const text = typeof first === 'string' ? first : (first as { text?: string }).text
    const sent = (first as { values?: unknown[] }).values ?? (Array.isArray(values) ? values : [])
    // A job may post meanwhile: what was decided under locks is good in its own database transaction alone.
    const isPosting = sent.some((value) => typeof value === 'string' && value.includes('"held":'))
    if (text !== undefined && /^\s*(\(?select|with)\b/i.test(text) && !isPosting) {
      asked.push({
        text,
        isNamed: typeof first === 'object' && (first as { name?: string }).name !== undefined,
        values: sent,
      })
    }
    return Reflect.apply(send, this, given)
  } as typeof send
})
afterAll(async () => {
  pg.Client.prototype.query = send
  await api.close()
})

/** Years of business of many shops in one go. It need not balance, so the rules that would refuse it are off. */
async function fill(): Promise<void> {
  await api.db.query(`
    do $$ begin
      set local session_replication_role = replica;
      create temp table own on commit drop as
        select e.user_id, e.store_id, (select min(r.id::text)::uuid from registers r where r.store_id = e.store_id) as register_id
        from employees e where e.number = 'E0003';
      insert into stores (id, code, name, postcode, address, phone)
        select gen_random_uuid(), 'Z' || chr(65 + n / 26) || chr(65 + n % 26) || '1', '店' || n, '1000001', '東京都', '0300000000'
        from generate_series(0, 59) n;
      create temp table shops on commit drop as
        select id, row_number() over (order by id = (select store_id from own) desc, id) as place from stores;
      create temp table people on commit drop as select n, gen_random_uuid() as id from generate_series(1, ${people}) n;
      create temp table sales on commit drop as
        select s.n, ('00000000-0000-7000-8000-' || lpad(to_hex(s.n), 12, '0'))::uuid as id, p.id as customer,
          (select id from shops where place = case when s.n % 2 = 0 then 1 else 1 + s.n % 60 end) as store,
          now() - s.n * interval '12 minutes' as at
        from generate_series(1, ${sales}) s (n) join people p on p.n = 1 + s.n % ${people};
      insert into users (id, username, password_hash, type, last_name, first_name, last_name_kana, first_name_kana, phone_number, search_name)
        select id, 'many' || n, '-', 'customer', '見本' || n, '花子', 'ミホン', 'ハナコ', '+8180' || lpad(n::text, 8, '0'), '見本' || n || '花子'
        from people;
      insert into ledger.wallets (user_id, level_year) select id, 2026 from people;
      insert into ledger.movements (id, number, kind, customer_id, store_id, register_id, employee_id, business_date,
          spent_total, tender_cash, opened_at, completed_at)
        select id, 'old-' || n, 'payment', customer, store, (select register_id from own), (select user_id from own), at::date, 100, 100, at, at
        from sales;
      insert into ledger.refunds (movement_id, sale_id, kind, back_points, back_paid, back_bonus, back_cash, back_card,
          points_reclaimed, points_lapsed, points_deducted)
        select gen_random_uuid(), id, 'refund', 0, 0, 0, 10, 0, 0, 0, 0 from sales where n % 20 = 0;
      insert into ledger.corrections (id, transaction_id, revision, cash_before, cash_after, card_before, card_after,
          employee_before, employee_after, reason, corrected_by, movement_id, corrected_at)
        select gen_random_uuid(), s.id, 1, 100, 0, 0, 100, o.user_id, o.user_id, 'x', o.user_id, gen_random_uuid(), s.at
        from sales s, own o where s.n % 50 = 0;
      insert into ledger.sale_details (sale_id, level_bought) select id, 1 from sales where n % 10 = 0;
      insert into ledger.transaction_lines (transaction_id, line, name, quantity, unit_price, subtotal, tax_rate_bp,
          share_points, share_balance, share_cash, share_card, share_later, sku_id)
        select id, 1, 'x', 1, 100, 100, 1000, 0, 0, 100, 0, 0, (select id from skus where sku = 'RG001-11') from sales;
      insert into audit_log (id, at, actor_id, action, store_id, subject_id, object, request_id)
        select id, at, (select user_id from own), case when n % 500 = 0 then 'setting.change' else 'member.seen' end, store, customer, '', ''
        from sales;
      insert into parked_sales (id, store_id, name, cart, total, pieces, status, register_id, employee_id, parked_at, expires_at)
        select id, store, 'x', '{"items": []}', 100, 1, 'expired', (select register_id from own), (select user_id from own), at, at
        from sales;
      insert into ledger.deferred_sales (sale_id, customer_id, store_id, amount, base, rate_bp, bought_on, due_on, collected, created_at)
        select id, customer, store, 100, 100, 0, at::date, at::date + 40, case when n % 400 = 0 then 0 else 100 end, at from sales;
      insert into ledger.stock_moves (store_id, sku_id, seq, kind, place, quantity, after, transaction_id, line, at)
        select store, (select id from skus where sku = 'RG001-11'), 1000000 + row_number() over (order by n desc), 'sale', 'shelf', -1, 0, id, 1, at
        from sales;
      -- Each member was invited by another, and what they bought is still to be rewarded.
      insert into affiliators (user_id, code, terms_version, agreed_at) select id, 'LINK' || n, '1.0', now() from people where n % 10 = 0;
      insert into affiliates (id, user_id, affiliator_id, created_at)
        select gen_random_uuid(), p.id, i.id, now() from people p join people i on i.n = 10 * (1 + p.n % ${people / 10}) and i.n <> p.n;
      insert into ledger.rewards (transaction_id, sale_id, customer_id, affiliator_id, store_id, base, rate_bp, base_min, amount, earned_at, sold_on)
        select s.id, s.id, a.user_id, a.affiliator_id, s.store, 100, 500, 1, 5, now(), now()::date
        from sales s join affiliates a on a.user_id = s.customer;
      insert into sessions (id, user_id, handle, device_id, salt, absolute_expires_at)
        select id, id, id::text, id::text, '', '2100-01-01' from people;
    end $$`)
  await api.db.query('vacuum analyze')
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return literal(`{${value.map((one) => JSON.stringify(String(one))).join(',')}}`)
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
}

/** Every node that looked at more rows of a growing table than it may, planned with the values and without knowing them. */
async function wideReads(
  statements: readonly Asked[],
  rowsMax: number,
  tables: readonly string[] = growing,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: api.db.url })
  await client.connect()
  const found: string[] = []
  const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await Reflect.apply(send, client, [`set plan_cache_mode = ${mode}`])
    // Only a statement with a name is ever planned without its values.
    for (const { text, values } of statements.filter(
      ({ isNamed }) => isNamed || mode === 'force_custom_plan',
    )) {
      await Reflect.apply(send, client, [`prepare looked_at as ${text}`])
      const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`
      const { rows } = (await Reflect.apply(send, client, [
        `explain (analyze, timing off, format json) execute looked_at${given}`,
      ])) as unknown as pg.QueryResult<{ 'QUERY PLAN': { Plan: Plan }[] }>
      await Reflect.apply(send, client, ['deallocate looked_at'])
      for (const node of nodesOf(rows[0]!['QUERY PLAN'][0]!.Plan)) {
        const seen =
          node['Actual Rows'] +
          (node['Rows Removed by Filter'] ?? 0) +
          (node['Rows Removed by Index Recheck'] ?? 0)
        const read = seen * node['Actual Loops']
        if (tables.includes(node['Relation Name'] ?? '') && read > rowsMax)
          found.push(
            `${mode}: ${node['Node Type']} of ${read} rows of ${node['Relation Name']}: ${text.slice(0, 400)}`,
          )
      }
    }
  }
  await client.end()
  return found
}

async function readsOf(call: () => Promise<unknown>): Promise<Asked[]> {
  // Sessions and rights are read once more with the first call of a caller; they are not what this is about.
  await call()
  asked = []
  await call()
  return asked
}

/** Pages and counts stop at the cap; what is narrowed to a day or a name reads far less. */
const capped = limits.listTotalCap + 500
const narrow = 1_500

const day = () => new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)
/** As many days as amounts are looked for at once. */
const quarter = () => ({
  date: new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10),
  until: new Date().toISOString().slice(0, 10),
})
const lists: readonly (readonly [
  string,
  number,
  'clerk' | 'manager' | 'otherManager' | 'owner',
  (by: Caller) => Promise<unknown>,
])[] = [
  ['the sales of a day', narrow, 'clerk', (by) => by.get('transactions.search', { query: { date: day() } })],
  [
    'a receipt by its number',
    narrow,
    'clerk',
    (by) => by.get('transactions.search', { query: { q: '20261101-KNZ1-0001' } }),
  ],
  [
    'the sales to somebody by the beginning of a name',
    narrow,
    'clerk',
    (by) => by.get('transactions.search', { query: { q: '見本1999' } }),
  ],
  [
    'the sales to somebody by telephone',
    narrow,
    'clerk',
    (by) => by.get('transactions.search', { query: { q: '08000012345' } }),
  ],
  ['the sales of a shop over all days', capped, 'clerk', (by) => by.get('transactions.search')],
  [
    'the sales to somebody of an amount within three months',
    narrow,
    'clerk',
    (by) =>
      by.get('transactions.search', {
        query: { ...quarter(), amount_from: 100, amount_until: 100, q: '見本1999' },
      }),
  ],
  [
    'the sales to somebody of an amount in every shop',
    narrow,
    'owner',
    (by) =>
      by.get('transactions.search', {
        query: { ...quarter(), amount_from: 100, amount_until: 100, q: '見本1999' },
      }),
  ],
  [
    'the sales of an amount within three months',
    capped,
    'clerk',
    (by) => by.get('transactions.search', { query: { ...quarter(), amount_from: 5_000 } }),
  ],
  ['the sales of every shop over all days', capped, 'owner', (by) => by.get('transactions.search')],
  [
    'the goods that a word means',
    narrow,
    'clerk',
    (by) => by.get('skus.search', { query: { query: 'リング' } }),
  ],
  ['the carts that wait', narrow, 'clerk', (by) => by.get('transactions.searchSaved')],
  ['the stock of a shop', narrow, 'clerk', (by) => by.get('inventory.list')],
  ['the deliveries of a shop', narrow, 'clerk', (by) => by.get('inventory.deliveries')],
  ['the transfers of a shop', narrow, 'clerk', (by) => by.get('inventory.transfers')],
  ['who owes a shop', narrow, 'clerk', (by) => by.get('transactions.laterList')],
  ['the members of the brand', capped, 'owner', (by) => by.get('admin.members')],
  ['the members of a large shop', capped, 'manager', (by) => by.get('admin.members')],
  ['the members of a small shop', narrow, 'otherManager', (by) => by.get('admin.members')],
  [
    'the members of a small shop who are stopped',
    narrow,
    'otherManager',
    (by) => by.get('admin.members', { query: { status: 'stopped' } }),
  ],
  ['a member by name', narrow, 'manager', (by) => by.get('admin.members', { query: { q: '見本19999' } })],
  ['the acts in a shop', capped, 'manager', (by) => by.get('admin.log')],
  [
    'the acts of one kind in a shop',
    narrow,
    'manager',
    (by) => by.get('admin.log', { query: { group: 'setting' } }),
  ],
  [
    'the acts of one kind in the brand',
    narrow,
    'owner',
    (by) => by.get('admin.log', { query: { group: 'setting' } }),
  ],
  ['the days that a shop has closed', narrow, 'manager', (by) => by.get('admin.dayCloses')],
  ['what waits for a second person', narrow, 'manager', (by) => by.get('approvals.list')],
]

test.for(lists)('%s are found without reading years of them', async ([, most, name, call]) => {
  const by = await api.as(name)
  const statements = await readsOf(() => call(by))
  expect(statements.length).toBeGreaterThan(0)
  expect(await wideReads(statements, most)).toEqual([])
})

test('a round that looks at invitations reads of those that it looks at, however many there are', async () => {
  const look = watchInvitations(api.server.context)
  for (let rounds = 0; rounds < 3; rounds += 1) {
    asked = []
    expect(await look()).toBe(0)
    const own = asked.filter(({ text }) => text.includes('affiliates'))
    expect(own).toHaveLength(2)
    const tables = ['affiliates', 'affiliate_flags', 'rewards', 'users', 'sessions']
    expect(await wideReads(own, 3_000, tables)).toEqual([])
  }
})
