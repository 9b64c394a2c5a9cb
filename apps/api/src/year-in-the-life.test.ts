// A year in the life of the demo's customers, through the doors that they and the shops use, with a clock that moves from
// day to day. After every day on which something moved the books are audited, and every amount that the service shows to
// somebody is compared with what the transfers alone say.
import { randomUUID } from 'node:crypto'
import type { Transaction, Wallet } from '@shirogane/contract/resources'
import type { Caller } from '@shirogane/testkit/caller'
import type { CastName } from '@shirogane/testkit/cast'
import { charge, grantPoints } from '@shirogane/testkit/funds'
import { moveLedgerClock } from '@shirogane/testkit/ledger-clock'
import { sell } from '@shirogane/testkit/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepBook, watchPrepaid } from './features/prepaid/index.ts'
import { runDaily } from './jobs/daily.ts'
import { dailyJobs } from './jobs/keeper.ts'

const members = ['hanako', 'kyoko', 'takasaki', 'yoko'] as const
type Member = (typeof members)[number]
type People = Record<Member | 'clerk' | 'manager' | 'accountant', Caller>

let api: TestApi
/** The year that is lived: the next whole one. */
let year: number
let daysAudited = 0

beforeAll(async () => {
  api = await startApi()
  year = new Date().getUTCFullYear() + 1
})
afterAll(async () => {
  await moveLedgerClock(api.db, null)
  await api.close()
})

const keyed = (body: unknown) => ({ body, headers: { 'Idempotency-Key': randomUUID() } })

/** Everybody's clock goes to this moment; the night before is done on the way. */
async function moveTo(date: string, time: string): Promise<void> {
  const at = new Date(`${date}T${time}+09:00`)
  api.clock.forward(at.getTime() - api.clock.now().getTime())
  await moveLedgerClock(api.db, at.toISOString())
}

async function night(): Promise<void> {
  const ctx = api.server.context
  for (const daily of dailyJobs(ctx)) await runDaily(ctx, daily)
  for (let after: string | null = null; ;) {
    const [row]: { last: string | null }[] = await api.db.query<{ last: string | null }>(
      'select ledger.judge_next_levels($1, 500) as last',
      [after],
    )
    after = row?.last ?? null
    if (after === null) break
  }
  await keepBook(ctx)
  await watchPrepaid(ctx)
}

/** One day: the night's work, what happens in the shops, and the books at its end. */
async function day(date: string, act?: (people: People) => Promise<void>): Promise<void> {
  await moveTo(date, '00:30:00')
  await night()
  await moveTo(date, '12:00:00')
  const names = [...members, 'clerk', 'manager', 'accountant'] as const satisfies readonly CastName[]
  // Sessions end by themselves within the year: everybody signs in anew.
  const signedIn = await Promise.all(names.map(async (name) => [name, await api.signIn(name)] as const))
  const people = Object.fromEntries(signedIn) as People
  await act?.(people)
  await booksBalance(date, people)
}

/** What the transfers alone say of everybody, account by account. */
async function heldByTransfers(): Promise<Map<string, Record<string, number>>> {
  const rows = await api.db.query<{ user_id: string; kind: string; amount: number }>(
    `select m.user_id, m.kind::text as kind, sum(m.amount)::bigint as amount
     from (
       select debit_holder as user_id, debit_kind as kind, -amount as amount from ledger.transfers
       union all select credit_holder, credit_kind, amount from ledger.transfers
     ) m join ledger.wallets w on w.user_id = m.user_id group by 1, 2`,
  )
  const held = new Map<string, Record<string, number>>()
  for (const { user_id, kind, amount } of rows) held.set(user_id, { ...held.get(user_id), [kind]: amount })
  return held
}

async function historyOf(member: Caller): Promise<Transaction[]> {
  const all: Transaction[] = []
  for (let page: number | null = 1; page !== null;) {
    const answer: { items: Transaction[]; next_page: number | null } = await member.get('transactions.list', {
      query: { page, limit: 100 },
    })
    all.push(...answer.items)
    page = answer.next_page
  }
  return all
}

/** What a movement did to balance and points, from nothing but what its customer is shown of it. */
function changeOf(one: Transaction): { balance: number; points: number } {
  const isBack = one.type === 'refund'
  return {
    balance: one.received_wallet - (isBack ? 0 : one.tenders.balance),
    points: one.type === undefined ? one.received_point_total - one.tenders.points : one.point_amount,
  }
}

async function booksBalance(date: string, people: People): Promise<void> {
  expect(await api.db.query('select * from ledger.audit()'), date).toEqual([])
  const held = await heldByTransfers()
  for (const name of members) {
    const member = people[name]
    const transfers = held.get(member.user_id) ?? {}
    const of = (kind: string): number => transfers[kind] ?? 0
    const wallet: Wallet = await member.get('users.wallet')
    expect(wallet, `${name} on ${date}`).toMatchObject({
      balance_paid: of('balance_paid'),
      balance_bonus: of('balance_bonus'),
      balance: of('balance_paid') + of('balance_bonus'),
      point_limited: of('point_limited'),
      point_balance: of('point_regular') + of('point_limited'),
      point_debt: Math.abs(of('point_debt')),
    })
    expect((await member.get('users.me')).wallet, `${name} on ${date}`).toEqual(wallet)

    const history = await historyOf(member)
    const sum = history
      .map(changeOf)
      .reduce((all, one) => ({ balance: all.balance + one.balance, points: all.points + one.points }), {
        balance: 0,
        points: 0,
      })
    expect(sum, `the history of ${name} on ${date}`).toEqual({
      balance: wallet.balance,
      points: wallet.point_balance,
    })
    // Several movements may bear one moment; each says what was there after it, and one of them was the last.
    const latest = history.filter(({ completed_at }) => completed_at === history[0]?.completed_at)
    expect(latest.map(({ wallet_after }) => wallet_after)).toContainEqual({
      balance: wallet.balance,
      point_balance: wallet.point_balance,
    })
    for (const one of history.slice(0, 3)) {
      const detail = await member.get('transactions.details', { params: { id: one.id } })
      expect(detail).toMatchObject({
        tenders: one.tenders,
        received_wallet: one.received_wallet,
        received_point_total: one.received_point_total,
        wallet_after: one.wallet_after,
      })
    }
    const [row] = await api.db.query<{ level_index: number; level_accumulation: number }>(
      'select level_index, level_accumulation from ledger.wallets where user_id = $1',
      [member.user_id],
    )
    expect(await member.get('users.level'), `${name} on ${date}`).toMatchObject({
      current_level: row?.level_index,
      level_accumulation: row?.level_accumulation,
    })
  }

  const book = await people.accountant.get('admin.prepaid', { query: { from: date, until: date } })
  const all = [...held.values()]
  const total = (kind: string) => all.reduce((sum, accounts) => sum + (accounts[kind] ?? 0), 0)
  expect(book.unused, `the prepaid book on ${date}`).toMatchObject({
    paid: total('balance_paid'),
    bonus: total('balance_bonus'),
  })
  expect(book.days[0]?.paid.closing).toBe(total('balance_paid'))
  expect(book.days[0]?.bonus.closing).toBe(total('balance_bonus'))
  daysAudited += 1
}

const levelOf = async (member: Caller) => (await member.get('users.level')).current_level
const kindsOf = async (member: Caller) =>
  new Set((await historyOf(member)).map(({ type }) => type ?? 'payment'))
const campaign = (name: string, offer: Record<string, unknown>, from: string, until: string) => {
  const row: Record<string, unknown> = {
    id: randomUUID(),
    name,
    stackable: true,
    needs_entry: false,
    payment_min: 1,
    starts_at: `${from}T00:00:00+09:00`,
    ends_at: `${until}T00:00:00+09:00`,
    created_at: api.clock.now(),
    ...offer,
  }
  const columns = Object.keys(row)
  return api.db.query(
    `insert into campaigns (${columns.join(', ')}, created_by)
     select ${columns.map((_, index) => `$${index + 1}`).join(', ')}, e.user_id from employees e where e.type = 'owner'`,
    Object.values(row),
  )
}

test('a year passes, and on every day of it the books balance and every amount shown is the ledger’s', async () => {
  let sale = ''
  let before = { hanako: 0, takasaki: 0 }

  await day(`${year}-01-01`, async ({ hanako, takasaki }) => {
    before = { hanako: await levelOf(hanako), takasaki: await levelOf(takasaki) }
  })

  await day(`${year}-01-10`, async ({ clerk, hanako, kyoko }) => {
    await charge(api.db, hanako.user_id, 30_000)
    await charge(api.db, kyoko.user_id, 20_000)
    await sell(clerk, hanako, { amount: 15_950, tenders: { balance: 10_000, cash: 5_950 } })
  })

  // Up: the purchases of the year reach the next rank, once and at once.
  await day(`${year}-01-20`, async ({ clerk, hanako }) => {
    const { transaction } = await sell(clerk, hanako, { amount: 300_000, tenders: { card: 300_000 } })
    expect(transaction.received_point_total).toBeGreaterThan(0)
    expect(await levelOf(hanako)).toBeGreaterThan(before.hanako)
  })

  await day(`${year}-02-10`, async ({ clerk, hanako, kyoko }) => {
    await campaign('冬の+2%', { kind: 'rate_add', rate_bp: 200 }, `${year}-02-01`, `${year}-03-01`)
    await campaign(
      '銀器フェア',
      { kind: 'fixed_point', points: 300, points_days: 60 },
      `${year}-02-01`,
      `${year}-03-01`,
    )
    const { transaction } = await sell(clerk, kyoko, { amount: 10_000, tenders: { balance: 10_000 } })
    const rate = (await kyoko.get('users.level')).point_rate
    expect(transaction.received_point_total).toBe((10_000 * (rate + 200)) / 10_000 + 300)
    await sell(clerk, hanako, { amount: 1_234, tenders: { points: 234, cash: 1_000 } })
  })

  // The registered birthday, and the gift of its month.
  await day(`${year}-03-03`, async ({ hanako, clerk, kyoko }) => {
    const points = (await hanako.get('users.wallet')).point_balance
    const { date_of_birth } = (await hanako.get('users.me')).profile
    if (date_of_birth === null) {
      await hanako.get('users.profile', { body: { date_of_birth: '1992-03-15' } })
      expect((await hanako.get('users.wallet')).point_balance).toBe(points + 100)
    }
    await api.db.query(
      `select ledger.grant_once('birthday_month', $1, gen_random_uuid(), $2, null, 500, $3, 0, 'お誕生月のポイント')`,
      [String(year), hanako.user_id, `${year}-05-02T23:59:59+09:00`],
    )
    sale = (await sell(clerk, kyoko, { amount: 8_800, tenders: { balance: 5_000, cash: 3_800 } })).transaction
      .id
  })

  // Some of it goes back, some days later.
  await day(`${year}-03-10`, async ({ manager, kyoko }) => {
    const { balance } = await kyoko.get('users.wallet')
    const refund = await manager.get(
      'transactions.refund',
      keyed({ transaction_id: sale, amount: 2_200, reason: 'お客さま都合' }),
    )
    expect(refund.type).toBe('refund')
    expect((await kyoko.get('users.wallet')).balance).toBeGreaterThanOrEqual(balance)
  })

  await day(`${year}-03-31`)
  await day(`${year}-04-01`, async ({ accountant }) => {
    const { base_dates } = await accountant.get('admin.prepaid')
    expect(base_dates.find(({ on }) => on === `${year}-03-31`)).toMatchObject({ reached: true, over: false })
  })

  // What the fair of February gave ends unused, after two words of warning.
  await day(`${year}-04-04`, async ({ kyoko }) => {
    const { expiring_points } = await kyoko.get('users.wallet')
    expect(expiring_points).not.toBeNull()
  })
  await day(`${year}-04-12`, async ({ kyoko }) => expect(await kindsOf(kyoko)).toContain('expire'))
  await day(`${year}-05-03`, async ({ hanako }) => expect(await kindsOf(hanako)).toContain('expire'))

  // Points become balance, in the order of their ends, and are spent like it.
  await day(`${year}-06-01`, async ({ hanako, clerk }) => {
    await grantPoints(api.db, hanako.user_id, 1_000)
    const wallet = await hanako.get('users.wallet')
    const converted = await hanako.get('transactions.convert', keyed({ amount: 1_000 }))
    expect(converted).toMatchObject({ type: 'convert', received_wallet: 1_000, point_amount: -1_000 })
    expect((await hanako.get('users.wallet')).balance_bonus).toBe(wallet.balance_bonus + 1_000)
    await sell(clerk, hanako, { amount: 600, tenders: { balance: 600 } })
  })

  // A sale is taken back on its own day, whole.
  await day(`${year}-07-07`, async ({ clerk, manager, takasaki }) => {
    const wallet = await takasaki.get('users.wallet')
    const { transaction } = await sell(clerk, takasaki, { amount: 5_500, tenders: { cash: 5_500 } })
    await manager.get('transactions.delete', {
      params: { id: transaction.id },
      ...keyed({
        employee_id: 'E0002',
        password: (await import('@shirogane/testkit/database')).castPassword,
      }),
    })
    expect((await takasaki.get('users.wallet')).point_balance).toBe(wallet.point_balance)
  })

  // Earned points that were spent before the goods came back are kept from the money, or owed and paid off later.
  await day(`${year}-08-01`, async ({ clerk, kyoko }) => {
    const held = (await kyoko.get('users.wallet')).point_balance
    sale = (await sell(clerk, kyoko, { amount: 20_000, tenders: { cash: 20_000 } })).transaction.id
    const { point_balance } = await kyoko.get('users.wallet')
    expect(point_balance).toBeGreaterThan(held)
    await sell(clerk, kyoko, { amount: point_balance, tenders: { points: point_balance } })
  })
  await day(`${year}-08-08`, async ({ manager, kyoko }) => {
    await manager.get('transactions.refund', keyed({ transaction_id: sale, reason: 'お客さま都合' }))
    expect((await kyoko.get('users.wallet')).point_balance).toBe(0)
  })
  await day(`${year}-08-20`, async ({ clerk, kyoko }) => {
    await sell(clerk, kyoko, { amount: 30_000, tenders: { card: 30_000 } })
    expect((await kyoko.get('users.wallet')).point_debt).toBe(0)
  })

  await day(`${year}-09-30`, async ({ hanako }) => charge(api.db, hanako.user_id, 10_000))
  await day(`${year}-10-01`)

  // Whoever did nothing for twelve months has lost their points by now, and nothing else.
  await day(`${year}-12-31`, async ({ yoko, hanako, clerk }) => {
    expect((await yoko.get('users.wallet')).point_balance).toBe(0)
    await sell(clerk, hanako, { amount: 3_300, tenders: { balance: 3_300 } })
  })

  // Down: a year without purchases costs one rank, and the year's own keeps what it earned.
  const carried = { hanako: 0 }
  await moveTo(`${year}-12-31`, '23:00:00')
  carried.hanako = await levelOf(await api.signIn('hanako'))
  await day(`${year + 1}-01-01`, async ({ hanako, takasaki }) => {
    expect(await levelOf(hanako)).toBe(carried.hanako)
    expect((await hanako.get('users.level')).level_accumulation).toBe(0)
    expect(await levelOf(takasaki)).toBe(Math.max(0, before.takasaki - 1))
  })
  // The balance that was exchanged in June ends when its points would have.
  await day(`${year + 1}-06-02`, async ({ hanako }) => {
    expect((await hanako.get('users.wallet')).balance_bonus).toBe(0)
  })
  expect(daysAudited).toBe(21)
}, 120_000)
