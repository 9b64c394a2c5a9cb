import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postRefund, type RefundRequest } from '../refund/refund.ts'
import { chargeCash } from '../charges/charge-cash.ts'
import { type Gift, giveGift } from '../points/gifts.ts'
import { grantAtRegister, type RegisterGrantRequest, takeBackPoints } from '../points/register-grant.ts'
import { moveStock } from '../stock/stock.ts'
import { agreeToMove } from '../testing/agree.ts'
import { type Code, createWorld, type Customer, lineOf, posted, type World } from '../testing/world.ts'
import { updateCheckout } from '../pay/update-checkout.ts'
import { scanCode } from '../testing/scan.ts'
import { payAll } from '../testing/pay-all.ts'
import { within, withinPool } from '../within.ts'

let world: World
let customers: Customer[]
/** Articles with a stock, of which the sales below take some. */
let article: string
/** A connection that has worked since the tables were empty. */
let young: Watched

const people = 20_000
/** Points that staff give, move and take back, and an invitation's gift that goes back with its sale. */
async function movePoints(client: pg.Client): Promise<void> {
  const [to, from] = [await world.customer({ points: 5 }), await world.customer({ points: 50 })]
  const act = (route: string) => {
    const id = randomUUID()
    return {
      actor_id: world.manager.user_id,
      session_id: world.manager.session_id,
      route,
      key: id,
      request_hash: Buffer.alloc(1),
      transaction_id: id,
      giver_transaction_id: randomUUID(),
      reason: 'お詫び',
      approved_by: null,
    }
  }
  for (const giver_id of [null, from.id]) {
    const move = { from, to, points: 7, by: world.manager, key: randomUUID(), id: randomUUID() }
    const request: RegisterGrantRequest = {
      ...act('hand'),
      giver_code_id: giver_id === null ? null : await agreeToMove(world, move),
      giver_transaction_id: move.id,
      register_id: world.manager.register_id,
      store_id: world.manager.store_id,
      customer_id: to.id,
      code_id: null,
      message: { code: 'received_from_member', member: 'm' },
      giver_id,
      giver_message: { code: 'moved_to_member', member: 'm' },
      points: 7,
    }
    const given = await within(client, (db) => grantAtRegister(db, request))
    expect(given.code).toBeNull()
    const back = { ...act('void'), grant_id: request.transaction_id }
    expect((await within(client, (db) => takeBackPoints(db, back))).code).toBeNull()
  }
  const sale = posted(await world.buy(to, { cash: 1_000 }))
  for (const [campaign, who] of [
    ['invite', to.id],
    ['invite_given', from.id],
  ] as const) {
    await give(client, {
      user_id: who,
      occasion: { campaign, period: 'once' },
      sale_id: sale.id,
      points: 5,
      expires_at: '2099-01-01',
      yen: 5,
    })
  }
  await notifyOfGifts(client)
  await giveOneBack(client, { kind: 'refund', sale_id: sale.id })
}

/** What is asked of every purchase by the relay, which tells of it, and by the consumers, which follow. */
async function notifyOfGifts(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select * from ledger.invitations_of($1)', [
    customers.map(({ id }) => id),
  ])
  expect(rows).toHaveLength(6)
  await client.query('select ledger.gifts_of_invitations($1)', [customers.map(() => randomUUID())])
  await client.query(`select ledger.look_ahead('gifts', 200)`)
  await client.query(`select ledger.take_set_aside('gifts', 200)`)
  await client.query('select ledger.consumer_lags()')
  await client.query(
    `insert into notifications (id, user_id, kind, facts, dedupe_key)
     select gen_random_uuid(), reader, 'news', '{}', gen_random_uuid()::text from unnest($1::uuid[]) reader`,
    [customers.map(({ id }) => id)],
  )
}

const payments = 200_000

/**
 * Tables that grow with every payment or customer: no statement may read one of them from end to end while money waits.
 */
const growing = [
  'movements',
  'refunds',
  'corrections',
  'sale_details',
  'transaction_lines',
  'transfers',
  'wallets',
  'point_lots',
  'pay_codes',
  'checkouts',
  'confirmations',
  'idempotency',
  'outbox',
  'campaign_grants',
  'register_grants',
  'affiliates',
  'affiliators',
  'rewards',
  'stock_moves',
  'stock_levels',
  'users',
  'sessions',
]

beforeAll(async () => {
  world = await createWorld()
  // Of rows that are not committed yet, the database's own look would note that the tables are large and have none: what
  // was planned by it would be another test on a slow day.
  const { rows: tables } = await world.owner.query(
    `select oid::regclass::text as name from pg_class where relname = any ($1) and relkind = 'r'`,
    [growing],
  )
  for (const { name } of tables) await world.owner.query(`alter table ${name} set (autovacuum_enabled = off)`)
  customers = []
  for (let count = 0; count < 12; count += 1) {
    customers.push(await world.customer({ paid: 20_000, points: 500, limited: [[10, '2099-01-01']] }))
  }
  // Half of them were invited, all by the same person.
  const inviter = await world.customer()
  await world.owner.query(
    `insert into affiliators (user_id, code, terms_version, agreed_at) values ($1, 'LINKOFALL', '1.0', now())`,
    [inviter.id],
  )
  for (const { id } of customers.slice(0, 6)) {
    await world.owner.query(
      `insert into affiliates (id, user_id, affiliator_id, created_at) values (gen_random_uuid(), $1, $2, now())`,
      [id, inviter.id],
    )
  }
  article = await stocked()
  young = await watch()
  // Often enough for every plan to be kept.
  for (let times = 0; times < 6; times += 1) await payEveryWay(young.client)
  await everythingElse(young.client)
  await fill()
})
afterAll(async () => {
  await young.client.end()
  await world.drop()
})

/**
 * Years of business in one go. It need not balance, so the rules that would refuse it are off; and its numbers rise, as
 * those of real ids do, which is quicker to write.
 */
async function fill(): Promise<void> {
  const { store_id, register_id, user_id } = world.register
  await world.owner.query(`
    begin;
    set local statement_timeout = 0;
    set local session_replication_role = replica;
    create temp table people on commit drop as select n, gen_random_uuid() as id from generate_series(1, ${people}) n;
    create temp table sales on commit drop as
      select s.n, ('00000000-0000-7000-8000-' || lpad(to_hex(s.n), 12, '0'))::uuid as id,
        ('00000000-0000-7000-9000-' || lpad(to_hex(s.n), 12, '0'))::uuid as code, p.id as customer, now() - s.n * interval '1 minute' as at
      from generate_series(1, ${payments}) s (n) join people p on p.n = 1 + s.n % ${people};
    insert into users (id, username, password_hash, type) select id, 'm' || n, '-', 'customer' from people;
    insert into sessions (id, user_id, handle, device_id, salt, absolute_expires_at)
      select id, id, id::text, 'd', '', '2100-01-01' from people;
    insert into ledger.wallets (user_id, level_year) select id, 2026 from people;
    insert into ledger.point_lots (id, user_id, granted, remaining, expires_at, transaction_id)
      select id, customer, 5, n % 2, '2099-01-01', id from sales;
    insert into ledger.pay_codes (id, user_id, session_id, token_hash, code_hash, state, issued_at, expires_at, transaction_id)
      select code, customer, customer, int4send(n), int4send(n), 'spent', at, at + interval '300 s', id
      from sales;
    insert into ledger.checkouts (id, store_id, register_id, employee_id, customer_id, pay_code_id, status, opened_at, updated_at)
      select id, '${store_id}', '${register_id}', '${user_id}', customer, code, 'settled', at, at from sales;
    insert into ledger.movements (id, number, kind, customer_id, store_id, register_id, employee_id, pay_code_id,
        business_date, spent_total, tender_cash, opened_at, completed_at, xid)
      select id, 'old-' || n, 'payment', customer, '${store_id}', '${register_id}', '${user_id}', code, at::date, 100, 100,
        at, at, (1000000 + n)::text::xid8 from sales;
    insert into ledger.transaction_lines (transaction_id, line, name, quantity, unit_price, subtotal, tax_rate_bp,
        share_points, share_balance, share_cash, share_card, share_later)
      select id, 1, 'x', 1, 100, 100, 1000, 0, 0, 100, 0, 0 from sales;
    insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
      select id, 1, 'x', 'drawer', '${store_id}', 'sales', '${store_id}', 100 from sales;
    insert into ledger.idempotency (actor_id, route, key, request_hash, transaction_id, created_at)
      select '${user_id}', 'transactions.pay', id::text, '', id, at from sales;
    insert into ledger.outbox (topic, transaction_id, created_at, available_at, sent_at)
      select 'transaction', id, at, at, at from sales;
    insert into skus (id, sku, barcode, name, search_text, price, picture)
      select gen_random_uuid(), 'X' || n, 'X' || n, 'x', 'x', 100, 'ring' from generate_series(1, 5000) n;
    insert into ledger.stock_levels (store_id, sku_id) select s.id, k.id from stores s cross join skus k where k.sku like 'X%';
    insert into ledger.stock_moves (store_id, sku_id, seq, kind, place, quantity, after, transaction_id, line, at)
      select '${store_id}', k.id, row_number() over (partition by k.id order by s.n), 'sale', 'shelf', -1, 0, s.id, 1, s.at
      from sales s join (select id, row_number() over () as n from skus where sku like 'X%') k on k.n = 1 + s.n % 5000;
    insert into ledger.campaign_grants (user_id, campaign, transaction_id, granted_at)
      select id, 'welcome', id, now() from people;
    insert into affiliators (user_id, code, terms_version, agreed_at) select id, 'LINK' || n, '1.0', now() from people;
    insert into affiliates (id, user_id, affiliator_id, created_at)
      select id, id, next, now() from (select id, lead(id) over (order by n) as next from people) p where next is not null;
    -- All of this day: what others earned on it is nothing that a payment would have to read.
    insert into ledger.rewards (transaction_id, sale_id, customer_id, affiliator_id, store_id, base, rate_bp, base_min,
        amount, earned_at, sold_on)
      select s.id, s.id, s.customer, p.id, '${store_id}', 100, 500, 1, 5, now(), s.at::date
      from sales s join people p on p.n = 1 + (s.n + 1) % ${people};
    commit`)
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}
type Explained = { 'Query Text': string; Plan: Plan }

type Watched = { client: pg.Client; plans: Explained[] }

/** A connection that tells the plans of everything that runs on it, statements inside functions as well. */
async function watch(): Promise<Watched> {
  const client = new pg.Client({ connectionString: world.url })
  await client.connect()
  const plans: Explained[] = []
  client.on('notice', ({ message = '' }) => {
    if (message.includes('plan:')) plans.push(JSON.parse(message.slice(message.indexOf('{'))) as Explained)
  })
  await client.query(`load 'auto_explain';
    set auto_explain.log_min_duration = 0;
    set auto_explain.log_nested_statements = on;
    set auto_explain.log_analyze = on;
    set auto_explain.log_timing = off;
    set auto_explain.log_format = json;
    set auto_explain.log_level = notice;
    set client_min_messages = notice`)
  return { client, plans }
}

/** Every node that looked at more rows of a growing table than a batch has any reason to. */
function wideReads(plans: readonly Explained[], rowsMax = 500): string[] {
  const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
  return plans.flatMap((explained) =>
    nodesOf(explained.Plan)
      .filter((node) => growing.includes(node['Relation Name'] ?? ''))
      .map((node) => {
        const seen =
          node['Actual Rows'] +
          (node['Rows Removed by Filter'] ?? 0) +
          (node['Rows Removed by Index Recheck'] ?? 0)
        return { node, rows: seen * node['Actual Loops'] }
      })
      .filter(({ rows }) => rows > rowsMax)
      .map(
        ({ node, rows }) =>
          `${node['Node Type']} of ${rows} rows of ${node['Relation Name']}: ${explained['Query Text']}`,
      ),
  )
}

async function pay(client: pg.Client, requests: readonly ReturnType<World['request']>[]): Promise<unknown[]> {
  return (await payAll(client, requests)).map((outcome) => ('code' in outcome ? outcome.code : outcome))
}

const lines = [lineOf(1, 400), lineOf(2, 600)]
const sale = { balance: 600, points: 15, cash: 385, lines }

/** Payments of every kind in one batch: by checkout, by code, by digits, without a member, and a refusal; twice. */
async function payEveryWay(client: pg.Client): Promise<void> {
  const codes: Code[] = []
  for (const customer of customers) codes.push(await world.code(customer))
  const [held, ...free] = codes
  const { checkout_id } = await world.claim(
    held ?? { id: '', token_hash: Buffer.of(), code_hash: Buffer.of() },
  )
  const batch = [
    world.request({ checkout: checkout_id ?? '', ...sale }),
    ...free.map((code, index) => world.request({ ...(index % 2 ? { code } : { digits: code }), ...sale })),
    world.request({ cash: 100, lines: [{ ...lineOf(1, 100), sku_id: article }] }),
    world.request({ balance: 100_000 }),
  ]
  expect(await pay(client, batch)).toEqual([...codes.map(() => null), null, 'MEMBER_REQUIRED'])
  expect(await pay(client, batch)).toEqual([...codes.map(() => null), null, 'MEMBER_REQUIRED'])
}

/** An article with enough of it on the shelf. */
async function stocked(): Promise<string> {
  const id = randomUUID()
  await world.owner.query(
    `insert into skus (id, sku, barcode, name, search_text, price, picture) values ($1, 'G', 'G', 'G', 'g', 100, 'ring')`,
    [id],
  )
  const { user_id, session_id, store_id } = world.manager
  await withinPool(world.app, (db) =>
    moveStock(db, {
      actor_id: user_id,
      session_id,
      route: 'inventory',
      key: id,
      request_hash: Buffer.of(0),
      id,
      kind: 'opening',
      store_id,
      lines: [{ sku_id: id, quantity: 90_000 }],
    }),
  )
  return id
}

/** A sale that goes back in parts, and one that is voided. */
async function giveBack(client: pg.Client): Promise<void> {
  const buyer = await world.customer({ paid: 1_000, points: 5, limited: [[20, '2099-01-01']] })
  const [first, second] = [posted(await world.buy(buyer, sale)), posted(await world.buy(buyer, { cash: 9 }))]
  const acts: Back[] = [
    { kind: 'refund', sale_id: first.id, amount: 30 },
    { kind: 'refund', sale_id: first.id, items: [{ line: 2, quantity: 1 }] },
    { kind: 'refund', sale_id: first.id },
    { kind: 'void', sale_id: second.id },
  ]
  for (const act of acts) await giveOneBack(client, act)
}

type Back = Pick<RefundRequest, 'kind' | 'sale_id'> & Partial<Pick<RefundRequest, 'items' | 'amount'>>

async function giveOneBack(client: pg.Client, asked: Back): Promise<void> {
  const id = randomUUID()
  const outcome = await within(client, (db) =>
    postRefund(db, {
      items: null,
      amount: null,
      ...asked,
      actor_id: world.manager.user_id,
      session_id: world.manager.session_id,
      route: asked.kind,
      key: id,
      request_hash: Buffer.alloc(1),
      transaction_id: id,
      register_id: null,
      reason: '返品',
      approved_by: null,
    }),
  )
  expect(outcome.code).toBeNull()
}

/** What is held before articles go back for others, by a code and without one. */
async function exchange(client: pg.Client): Promise<void> {
  const buyer = await world.customer({ paid: 1_000 })
  const { id } = posted(await world.buy(buyer, { balance: 1_000 }))
  for (const scanned of [(await world.code(buyer)).token_hash, null])
    await client.query('select ledger.hold_exchange($1, gen_random_uuid(), $2, $3)', [id, scanned, [article]])
}

const give = (client: pg.Client, gift: Omit<Gift, 'transaction_id'>): Promise<boolean> =>
  within(client, (db) => giveGift(db, { transaction_id: randomUUID(), ...gift }))

/** Puts cash on the balance of a member at a register. */
async function chargeAt(client: pg.Client, customer: Customer): Promise<void> {
  const { user_id, ...by } = world.register
  const outcome = await within(client, (db) =>
    chargeCash(db, {
      ...by,
      actor_id: user_id,
      route: 'charge_cash',
      key: randomUUID(),
      request_hash: Buffer.alloc(1),
      transaction_id: randomUUID(),
      customer_id: customer.id,
      code_id: null,
      amount: 500,
      cash_tendered: 500,
    }),
  )
  expect(outcome.code).toBeNull()
}

async function everythingElse(client: pg.Client): Promise<void> {
  const [customer, other] = [await world.customer(), await world.customer()]
  const [code, second] = [await world.code(customer), await world.code(other)]
  const { store_id, register_id } = world.register
  await chargeAt(client, customer)
  const to = { user_id: customer.id, store_id, points: 5 }
  await give(client, { ...to, expires_at: '2099-01-01', yen: 5 })
  await give(client, { ...to, occasion: { campaign: 'birthday', period: '' } })
  for (const { token_hash } of [code, second]) {
    const scanned = await within(client, (db) => scanCode(db, token_hash, world.register))
    expect(scanned.code).toBeNull()
  }
  const { rows } = await client.query(
    `select id from ledger.checkouts where status = 'open' and register_id = $1`,
    [register_id],
  )
  const asked = { checkout_id: rows[0].id, store_id, note: null, ttl_seconds: 120 }
  for (const change of [{ status: 'open', items: [] }, { status: 'cancelled' }] as const)
    expect(await within(client, (db) => updateCheckout(db, { ...asked, ...change }))).toBeNull()
  await client.query(`select ledger.issue_pay_code(gen_random_uuid(), $1, $2, $3, $4, 300, 10)`, [
    customer.id,
    customer.session_id,
    randomBytes(32),
    randomBytes(32),
  ])
  await client.query('select ledger.void_pay_codes($1)', [customer.session_id])
  await giveBack(client)
  await exchange(client)
  await movePoints(client)
  await client.query('update users set suspended_at = now() where id = $1', [other.id])
  await client.query('select ledger.close_lapsed_checkouts()')
  await client.query('select ledger.extend_chain()')
}

test('whoever paid while the tables were small pays as quickly when they have grown overnight', async () => {
  const { client, plans } = young
  plans.length = 0
  await payEveryWay(client)
  await notifyOfGifts(client)
  expect(plans.length).toBeGreaterThan(30)
  expect(wideReads(plans)).toEqual([])
})

test('what somebody earned on a day by inviting is found by who they are, and by no index through everybody’s day', async () => {
  const client = await world.owner.connect()
  const indexesOf = async () => {
    const { rows } = await client.query(
      `explain (format json) select d.earned from ledger.earned_on('${customers[0]!.id}', now()) d`,
    )
    const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
    return nodesOf(rows[0]['QUERY PLAN'][0].Plan).flatMap((node) =>
      node['Index Cond'] === undefined ? [] : [node['Index Name']],
    )
  }
  try {
    await client.query('begin; set local enable_seqscan = off')
    expect(await indexesOf()).toEqual(['rewards_of_affiliator'])
    // While there are few rewards every way to them costs the same, and a plan that was kept then goes any of them for good.
    await client.query('drop index ledger.rewards_of_affiliator')
    expect(await indexesOf()).toEqual([])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('a batch of payments reads by index alone, however large the tables are', async () => {
  await world.owner.query('vacuum analyze')
  const { client, plans } = await watch()
  await payEveryWay(client)
  await client.end()
  expect(plans.length).toBeGreaterThan(30)
  expect(wideReads(plans)).toEqual([])
})

test('so do charges, gifts, refunds, voids, scans, edits, renewals, endings and what runs in the background', async () => {
  // The block that is chained below reads all that it chains: most of what was posted before is chained here.
  await world.app.query('select ledger.extend_chain()')
  const { client, plans } = await watch()
  await everythingElse(client)
  await client.end()
  expect(plans.length).toBeGreaterThan(30)
  expect(wideReads(plans)).toEqual([])
})

test('a night takes what ended from the wallets that it looks at, and reads the lots of no others', async () => {
  // Half of the members have ten lots of a point each.
  await world.owner.query(`
    begin;
    set local statement_timeout = 0;
    set local session_replication_role = replica;
    update ledger.point_lots set expires_at = '2020-01-01' where remaining > 0;
    update ledger.wallets w set point_limited = q.points
      from (select user_id, sum(remaining) as points from ledger.point_lots group by 1) q where q.user_id = w.user_id;
    commit`)
  const { client, plans } = await watch()
  const { rows } = await client.query('select expired from ledger.expire_due(null, 20)')
  await client.end()
  expect(rows[0].expired).toBeGreaterThan(0)
  expect(plans.length).toBeGreaterThan(5)
  expect(wideReads(plans)).toEqual([])
})

test("a shop's day is read as the few days around it, whatever came before", async () => {
  const { client, plans } = await watch()
  const { store_id } = world.register
  await client.query('select ledger.day_report($1, current_date)', [store_id])
  await client.query('select * from ledger.close_blockers($1)', [store_id])
  await client.end()
  expect(plans.length).toBeGreaterThan(2)
  // A sale a minute, over three days, of two hundred thousand.
  expect(wideReads(plans, 3 * 24 * 60 + 500)).toEqual([])
})
