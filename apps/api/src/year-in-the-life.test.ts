// A year in the life of the demo's customers, through the doors that they and the shops use, with a clock that moves
// from day to day. After every day on which something moved the books are audited, and every amount that the service
// shows is compared with what the transfers alone say.
import { randomUUID } from 'node:crypto'
import { tokyoDate } from '@shirogane/domain/time/tokyo'
import type { Transaction, Wallet } from '@shirogane/contract/resources/shapes'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { answerBank, saveCard, type SandboxCardName } from '@shirogane/testkit/acts/cards'
import type { CastName } from '@shirogane/testkit/cast'
import { castPassword } from '@shirogane/testkit/database'
import { moveLedgerClock } from '@shirogane/testkit/ledger-clock'
import { answerOf } from '@shirogane/testkit/acts/payouts'
import { invite, prove } from '@shirogane/testkit/acts/rewards'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepBook, watchPrepaid } from './features/prepaid/index.ts'
import { askForDueCharges } from './features/transactions/index.ts'
import { dailyJobs, runDailyJob } from './jobs/jobs.ts'

const members = ['hanako', 'kyoko', 'takasaki', 'yoko'] as const
type Member = (typeof members)[number]
type People = Record<Member | 'clerk' | 'manager' | 'accountant', Caller>

let api: TestApi
/** The year that is lived: the next whole one. */
let year: number
let daysAudited = 0
let invitation = ''

beforeAll(async () => {
  api = await startApi()
  year = Number(tokyoDate(new Date()).slice(0, 4)) + 1
})
afterAll(async () => {
  await moveLedgerClock(api.db, null)
  await api.close()
})

/** A charge as a member makes one: with a card of the gateway, and the bank's page where the card asks for it. */
async function chargeByCard(member: Caller, amount: number, card: SandboxCardName = 'success') {
  const { id } = await saveCard(api, member, card)
  const charge = await member.get('transactions.charge', keyed({ payment_method_id: id, amount }))
  if (charge.three_d_secure === null) return charge
  await answerBank(api, charge.three_d_secure.charge, true)
  return member.get('transactions.finishCharge', { params: { id: charge.id }, body: {} })
}

const keyed = (body: unknown) => ({ body, headers: { 'Idempotency-Key': randomUUID() } })

/** Everybody's clock goes to this moment; the night before is done on the way. */
async function moveTo(date: string, time: string): Promise<void> {
  const at = new Date(`${date}T${time}+09:00`)
  api.clock.forward(at.getTime() - api.clock.now().getTime())
  await moveLedgerClock(api.db, at.toISOString())
}

async function night(): Promise<void> {
  const ctx = api.server.context
  for (const job of dailyJobs) await runDailyJob(ctx, job)
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
    for (const one of history.slice(0, 3)) await pageIsRight(member, one)
    await monthsAreRight(member, date)
    const [row] = await api.db.query<{ level_index: number; level_accumulation: number }>(
      'select level_index, level_accumulation from ledger.wallets where user_id = $1',
      [member.user_id],
    )
    expect(await member.get('users.level'), `${name} on ${date}`).toMatchObject({
      current_level: row?.level_index,
      level_accumulation: row?.level_accumulation,
    })
  }

  if (invitation !== '') {
    const transfers = held.get(people.kyoko.user_id) ?? {}
    expect(await people.kyoko.get('rewards.wallet'), `the rewards on ${date}`).toMatchObject({
      confirmed: transfers['reward_confirmed'] ?? 0,
      payable: transfers['reward'] ?? 0,
      held: transfers['payout_hold'] ?? 0,
      carried: 0,
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

/** The page of one movement: its amounts, why its points came, and what its paper says. */
async function pageIsRight(member: Caller, one: Transaction): Promise<void> {
  const params = { id: one.id }
  const detail = await member.get('transactions.details', { params })
  expect(detail).toMatchObject({
    tenders: one.tenders,
    received_wallet: one.received_wallet,
    received_point_total: one.received_point_total,
    wallet_after: one.wallet_after,
  })
  const explains = one.type === undefined || one.type === 'grant' || one.type === 'later_payment'
  const explained = detail.point_reasons.reduce((sum, { points }) => sum + points, 0)
  expect(explained).toBe(explains ? one.received_point_total : 0)
  if (one.type === undefined)
    expect(detail.item_points.reduce((sum, points) => sum + points, 0)).toBe(one.received_point_total)
  if (!detail.has_receipt) return
  const { content } = await member.get('transactions.receipt', { params })
  const paid = content.tenders.filter(({ kind }) => kind !== 'points')
  const money = paid.reduce((sum, { amount }) => sum + amount, 0)
  // A charge is paid for and buys nothing but balance.
  const total = one.type === 'charge' ? one.received_wallet : one.spent_total
  expect(money + content.points + content.points_deducted).toBe(total)
  expect(content.tax.reduce((sum, { taxable }) => sum + taxable, 0)).toBe(
    one.spent_total - (content.points_as === 'discount' ? content.points : 0),
  )
}

/** The sums above the months of the history, from the transfers alone. */
async function monthsAreRight(member: Caller, date: string): Promise<void> {
  const { months = [] } = await member.get('transactions.list', { query: { with: 'months', limit: 100 } })
  const rows = await api.db.query<{ month: string; paid: number; earned: number }>(
    `with sums as (
       select t.id, t.kind, t.related_id, to_char(t.completed_at at time zone 'Asia/Tokyo', 'YYYY-MM') as month,
         sum(x.amount) filter (where x.credit_kind in ('sales', 'points_redeemed')) as paid,
         sum(x.amount) filter (where x.credit_kind in ('point_regular', 'point_limited')) as earned
       from ledger.transactions t join ledger.transfers x on x.transaction_id = t.id
       where t.customer_id = $1 and t.voided_by is null group by t.id, t.kind, t.related_id, t.completed_at
     )
     select s.month, coalesce(sum(s.paid - s.back) filter (where s.kind = 'payment'), 0)::bigint as paid,
       coalesce(sum(s.earned) filter (where s.kind in ('payment', 'grant')), 0)::bigint as earned
     from (
       select u.*, coalesce((select sum(l.subtotal) from ledger.transactions r
         join ledger.transaction_lines l on l.transaction_id = r.id
         where r.related_id = u.id and r.kind = 'refund'), 0) as back
       from sums u
     ) s group by 1 order by 1 desc`,
    [member.user_id],
  )
  const known = new Map(rows.map(({ month, ...sums }) => [month, sums]))
  for (const { month, ...sums } of months) expect(sums, `${month} on ${date}`).toEqual(known.get(month))
}

const levelOf = async (member: Caller) => (await member.get('users.level')).current_level
const kindsOf = async (member: Caller) =>
  new Set((await historyOf(member)).map(({ type }) => type ?? 'payment'))
/** What the night gave for months of birth, newest first, as it explains each. */
async function birthdaysOf(member: Caller): Promise<number[]> {
  const grants = (await historyOf(member)).filter(({ type }) => type === 'grant')
  const details = await Promise.all(
    grants.map(({ id }) => member.get('transactions.details', { params: { id } })),
  )
  return details
    .flatMap(({ point_reasons }) => point_reasons)
    .filter(({ rule }) => rule === 'birthday')
    .map(({ points }) => points)
}
async function birthdayPointsOf(member: Caller): Promise<number | undefined> {
  const { items } = await member.get('levels.list')
  const current = await levelOf(member)
  return items.find(({ level_index }) => level_index === current)?.birthday_points
}
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
  let file = { id: '', bytes: Buffer.alloc(0) }

  await day(`${year}-01-01`, async ({ hanako, takasaki }) => {
    before = { hanako: await levelOf(hanako), takasaki: await levelOf(takasaki) }
  })

  await day(`${year}-01-10`, async ({ clerk, hanako, kyoko, accountant }) => {
    // The last night of the year asked for what was confirmed, beside what a member had asked for themself.
    const { items } = await accountant.get('admin.payouts', { query: { status: 'requested' } })
    expect(items.map(({ user, automatic }) => [user.username, automatic])).toEqual([
      ['kyoko', true],
      ['funo', false],
    ])
    expect((await kyoko.get('rewards.wallet')).held).toBe(items[0]?.amount)
    await accountant.get('admin.approvePayouts', { body: { ids: items.map(({ id }) => id) } })
    expect(await chargeByCard(hanako, 30_000)).toMatchObject({ status: 'completed', received_wallet: 30_000 })
    expect(await chargeByCard(kyoko, 20_000, 'bank')).toMatchObject({ status: 'completed' })
    // A card that is declined is told so, and moves nothing.
    const { balance } = await kyoko.get('users.wallet')
    expect(await chargeByCard(kyoko, 1_000, 'decline')).toMatchObject({ status: 'failed' })
    expect((await kyoko.get('users.wallet')).balance).toBe(balance)
    await sell(clerk, hanako, { amount: 15_950, tenders: { balance: 10_000, cash: 5_950 } })
  })

  // Up: the purchases of the year reach the next rank, once and at once.
  await day(`${year}-01-20`, async ({ clerk, hanako, kyoko }) => {
    const mirai = await api.signIn('mirai')
    invitation = await invite(api, kyoko, mirai)
    await sell(clerk, mirai, { amount: 19_999, tenders: { cash: 19_999 } })
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

    // What a friend bought three weeks ago became the inviter's in a night in between.
    const { claimable } = await kyoko.get('rewards.wallet')
    expect(claimable).toContainEqual({ id: invitation, name: 'mi***', amount: 999 })
    await prove(api, kyoko, 'reward')
    const { balance_paid } = await kyoko.get('users.wallet')
    await kyoko.get('rewards.claim', { params: { id: invitation }, ...keyed({ method: 'wallet' }) })
    expect((await kyoko.get('users.wallet')).balance_paid).toBe(balance_paid + 999)

    const owner = await api.signIn('owner')
    const { id, transfers } = await owner.get('admin.exportPayouts')
    expect(transfers).toBe(2)
    const response = await fetch(`${api.url}/v1/admin/payouts/batches/${id}/file`, {
      headers: { Authorization: `Bearer ${owner.access_token}` },
    })
    file = { id, bytes: Buffer.from(await response.arrayBuffer()) }
  })

  // The night gives the points of the month of birth, by rank; telling a birthday has a gift of its own, and the month's
  // begins a year later.
  await day(`${year}-03-03`, async ({ hanako, clerk, kyoko, yoko }) => {
    // Beside what ended in the same night, if it did.
    const gift = (await historyOf(yoko)).find(({ type }) => type === 'grant')
    expect(gift).toMatchObject({
      received_point_total: await birthdayPointsOf(yoko),
      message: expect.stringContaining('お誕生月のポイント'),
    })
    const points = (await hanako.get('users.wallet')).point_balance
    await hanako.get('users.profile', { body: { date_of_birth: '1992-03-15' } })
    expect((await hanako.get('users.wallet')).point_balance).toBe(points + 100)
    sale = (await sell(clerk, kyoko, { amount: 8_800, tenders: { balance: 5_000, cash: 3_800 } })).transaction
      .id
  })

  // Some of it goes back, some days later.
  await day(`${year}-03-10`, async ({ manager, kyoko, accountant }) => {
    // The bank answers: the older request comes back, the other arrived.
    const purseOfFuno = async () => {
      const [row] = await api.db.query<{ held: number; payable: number }>(
        `select w.payout_hold as held, w.reward as payable from ledger.wallets w join users u on u.id = w.user_id
         where u.username = 'funo'`,
      )
      return row!
    }
    const { held, payable } = await purseOfFuno()
    expect(held).toBeGreaterThan(0)
    const answer = { bytes: answerOf(file.bytes, ['3', '0']), name: 'kekka.txt', type: 'text/plain' }
    expect(
      await accountant.get('admin.importPayoutResult', { params: { id: file.id }, file: answer }),
    ).toMatchObject({ open: 0, paid: 1, failed: 1 })
    expect(await purseOfFuno()).toEqual({ held: 0, payable: payable + held })
    expect((await kyoko.get('rewards.wallet')).held).toBe(0)
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
  await day(`${year}-05-05`, async ({ hanako, yoko, takasaki }) => {
    expect(await kindsOf(hanako)).toContain('expire')
    expect(await kindsOf(yoko)).toContain('expire')
    expect(await birthdaysOf(takasaki)).toEqual([await birthdayPointsOf(takasaki)])
  })

  // Points become balance, in the order of their ends, and are spent like it.
  await day(`${year}-06-01`, async ({ hanako, clerk }) => {
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
        password: castPassword,
      }),
    })
    expect((await takasaki.get('users.wallet')).point_balance).toBe(wallet.point_balance)
  })

  // Earned points that were spent before the articles came back are kept from the money, or owed and paid off later.
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

  // The gateway's answer is lost: nothing is shown as balance before it is known, and then once.
  await day(`${year}-09-30`, async ({ hanako }) => {
    const { balance } = await hanako.get('users.wallet')
    const charge = await chargeByCard(hanako, 10_000, 'lost')
    expect(charge.status).toBe('pending')
    expect((await hanako.get('users.wallet')).balance).toBe(balance)
    await moveTo(`${year}-09-30`, '12:01:00')
    await askForDueCharges(api.server.context)
    await askForDueCharges(api.server.context)
    expect((await hanako.get('users.wallet')).balance).toBe(balance + 10_000)
  })
  await day(`${year}-10-01`)

  // A member who did nothing for twelve months has lost their points by now, and nothing else.
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
  await day(`${year + 1}-03-01`, async ({ hanako, yoko }) => {
    expect(await birthdaysOf(hanako)).toEqual([await birthdayPointsOf(hanako)])
    expect(await birthdaysOf(yoko)).toHaveLength(2)
  })
  // The balance that was exchanged in June ends when its points would have.
  await day(`${year + 1}-06-02`, async ({ hanako }) => {
    expect((await hanako.get('users.wallet')).balance_bonus).toBe(0)
  })
  expect(daysAudited).toBe(22)
}, 300_000)
