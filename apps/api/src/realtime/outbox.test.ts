import { setTimeout } from 'node:timers/promises'
import { serverEvents } from '@shirogane/contract/wire/events'
import type { CastName } from '@shirogane/testkit/cast'
import { charge } from '@shirogane/testkit/acts/funds'
import { moveLedgerClock } from '@shirogane/testkit/ledger-clock'
import { judgeRanks } from '@shirogane/ledger'
import { outboxIsEmpty } from '@shirogane/testkit/servers/outbox'
import { sell } from '@shirogane/testkit/acts/sale'
import { connect, type TestSocket } from '@shirogane/testkit/calls/socket'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readNotices } from '@shirogane/testkit/calls/notices'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

async function listen(name: CastName): Promise<TestSocket> {
  const socket = await connect(api.url, '/transactions', { token: (await api.as(name)).refresh_token })
  await socket.join()
  return socket
}
const noticesOf = (transactionId: string) =>
  readNotices(api.db, `transaction_id = $1 order by kind`, [transactionId])

describe('a payment', () => {
  let phone: TestSocket
  let register: TestSocket
  beforeEach(async () => {
    ;[phone, register] = await Promise.all([listen('hanako'), listen('clerk')])
    return () => {
      phone.close()
      register.close()
    }
  })

  test('is told to the phone and to the register, in the shape of the contract', async () => {
    const hanako = await api.as('hanako')
    const { transaction } = await sell(await api.as('clerk'), hanako, {
      amount: 3_300,
      tenders: { balance: 2_000, cash: 1_300 },
      cash_tendered: 2_000,
    })
    const onPhone = serverEvents.purchaseSuccess.parse(await phone.received('purchaseSuccess'))
    expect(onPhone).toMatchObject({
      transaction: { id: transaction.id, spent_total: 3_300 },
      level_up: false,
    })
    expect(onPhone.wallet).toEqual(await hanako.get('users.wallet'))
    expect(onPhone.level).toEqual(await hanako.get('users.level'))
    expect(await hanako.get('transactions.details', { params: { id: transaction.id } })).toMatchObject(
      onPhone.transaction,
    )

    const onRegister = serverEvents.purchaseSuccess.parse(await register.received('purchaseSuccess'))
    expect(onRegister).toMatchObject({ transaction: { id: transaction.id }, wallet: null, level: null })
    serverEvents.newClientTransaction.parse(await phone.received('newClientTransaction'))
  })

  test('leaves one notice, and names the shop and the amount', async () => {
    const { transaction } = await sell(await api.as('clerk'), await api.as('hanako'), {
      amount: 15_000,
      tenders: { cash: 15_000 },
    })
    await outboxIsEmpty(api.db)
    expect(await noticesOf(transaction.id)).toContainEqual({
      title: 'お支払いが完了しました',
      message: '金沢本店で15,000円をお支払いいただきました。',
    })
  })

  test('that lifts the rank says so on the phone and in a notice of its own', async () => {
    const yoko = await api.as('yoko')
    const ofYoko = await listen('yoko')
    const { next_level } = await yoko.get('users.level')
    const { transaction } = await sell(await api.as('clerk'), yoko, {
      amount: next_level ?? 0,
      tenders: { card: next_level ?? 0 },
    })
    expect(await ofYoko.received('purchaseSuccess')).toMatchObject({
      level_up: true,
      level: { name: 'つちめ' },
    })
    ofYoko.close()
    await outboxIsEmpty(api.db)
    expect((await noticesOf(transaction.id)).map(({ title }) => title)).toEqual([
      'ランクが上がりました！',
      'お支払いが完了しました',
    ])
  })
})

test('a rank that a refund took and a purchase brings back in the same year is told once', async () => {
  const takasaki = await api.as('takasaki')
  const clerk = await api.as('clerk')
  const phone = await listen('takasaki')
  const { next_level } = await takasaki.get('users.level')
  const amount = next_level ?? 0
  const first = await sell(clerk, takasaki, { amount, tenders: { card: amount } })
  await (
    await api.as('manager')
  ).get('transactions.refund', {
    body: { transaction_id: first.transaction.id, amount, reason: 'サイズ違い' },
  })
  await api.server.context.transact((tx) => judgeRanks(tx, [takasaki.user_id]))
  expect((await takasaki.get('users.level')).next_level).toBe(amount)

  const second = await sell(clerk, takasaki, { amount, tenders: { card: amount } })
  await outboxIsEmpty(api.db)
  const notified = phone.events.flatMap(({ name, payload }) =>
    name === 'purchaseSuccess' ? [serverEvents.purchaseSuccess.parse(payload)] : [],
  )
  phone.close()
  expect(
    notified.map(({ transaction, level_up, level }) => [transaction.id, level_up, level?.current_level]),
  ).toEqual([
    [first.transaction.id, true, notified[0]?.level?.current_level],
    [second.transaction.id, false, notified[0]?.level?.current_level],
  ])
  expect(
    await api.db.query(
      `select (select count(*)::int from notifications where user_id = $1 and kind = 'level_raised') as notices,
         (select count(*)::int from messages where user_id = $1 and template = 'level_raised') as mails`,
      [takasaki.user_id],
    ),
  ).toEqual([{ notices: 1, mails: 1 }])
})

test('a charge is told with what it left', async () => {
  const hanako = await api.as('hanako')
  const before = (await hanako.get('users.wallet')).balance
  await charge(api.db, hanako.user_id, 1_234)
  await outboxIsEmpty(api.db)
  const [notice] = await readNotices(api.db, `user_id = $1 and kind = 'charged' order by id desc limit 1`, [
    hanako.user_id,
  ])
  expect(notice?.message).toBe(`1,234円（残高 ${(before + 1_234).toLocaleString('ja-JP')}円）`)
})

describe('delivery', () => {
  test('what was committed while nobody was there to tell it is told after the start, once in the notices', async () => {
    const own = await startApi()
    const hanako = await own.as('hanako')
    await own.server.close()
    await charge(own.db, hanako.user_id, 500)
    const again = await startApi({ db: own.db })
    await outboxIsEmpty(own.db)
    // Told a second time, as after a crash between telling and noting it down.
    await own.db.query(
      `update ledger.outbox o set sent_at = null, available_at = ledger.now()
       from ledger.transactions t where t.id = o.transaction_id and t.customer_id = $1`,
      [hanako.user_id],
    )
    await outboxIsEmpty(own.db)
    const rows = await own.db.query(
      `select 1 from notifications where user_id = $1 and kind = 'charged' and facts @> '{"amount": 500}'`,
      [hanako.user_id],
    )
    expect(rows).toHaveLength(1)
    await again.close()
    await own.db.close()
  })

  test('waits for the disk with mails and gifts, and not with what a round notes of itself', async () => {
    const own = await startApi()
    await outboxIsEmpty(own.db)
    await own.server.close()
    const [here] = await own.db.query<{ name: string }>('select current_database() as name')
    await own.db.query(`alter database "${here?.name}" set synchronous_commit = on`)
    await own.db.query(`create table waited (what text, commits text)`)
    await own.db.query(`grant insert on waited to public`)
    await own.db.query(
      `create function note_wait() returns trigger language plpgsql as $$ begin
         insert into waited values (tg_table_name, current_setting('synchronous_commit')); return null; end $$`,
    )
    for (const act of [
      'insert on notifications',
      'insert on messages',
      'insert on ledger.campaign_grants',
      'insert on ledger.movements',
      'update on ledger.outbox',
    ]) {
      await own.db.query(
        `create trigger note_wait after ${act} for each statement execute function note_wait()`,
      )
    }
    const again = await startApi({ db: own.db })
    const hanako = await again.as('hanako')
    await own.db.query(`delete from affiliates where user_id = $1`, [hanako.user_id])
    const invitations = await own.db.query(
      `insert into affiliates (id, user_id, affiliator_id, created_at)
       select gen_random_uuid(), $1, user_id, now() from affiliators where user_id <> $1 limit 1 returning id`,
      [hanako.user_id],
    )
    expect(invitations).toHaveLength(1)
    await sell(await again.as('clerk'), hanako, { amount: 30_000, tenders: { cash: 30_000 } })
    await outboxIsEmpty(own.db)
    const waited = await own.db.query<{ what: string; commits: string }>(
      `select distinct what, commits from waited order by what`,
    )
    expect(waited).toEqual([
      { what: 'campaign_grants', commits: 'on' },
      { what: 'messages', commits: 'on' },
      { what: 'movements', commits: 'on' },
      { what: 'notifications', commits: 'off' },
      { what: 'outbox', commits: 'off' },
    ])
    await again.close()
    await own.db.close()
  })

  test('what a round failed at is told at once, without waiting for the end of its lease', async () => {
    const own = await startApi()
    const phone = await connect(own.url, '/transactions', { token: (await own.as('hanako')).refresh_token })
    await phone.join()
    await outboxIsEmpty(own.db)
    // A sequence keeps its count when everything else is rolled back: the first round fails, and no other.
    await own.db.query(`create sequence rounds`)
    await own.db.query(`grant usage on sequence rounds to public`)
    await own.db.query(
      `create function fail_once() returns trigger language plpgsql as
       $$ begin if nextval('rounds') = 1 then raise 'no'; end if; return new; end $$`,
    )
    await own.db.query(
      `create trigger fail_once before insert on notifications for each row execute function fail_once()`,
    )
    // With the clock at a standstill no lease ends.
    await moveLedgerClock(own.db, new Date().toISOString())
    const { transaction } = await sell(await own.as('clerk'), await own.as('hanako'), {
      amount: 1_100,
      tenders: { cash: 1_100 },
    })
    expect(await phone.received('purchaseSuccess')).toMatchObject({ transaction: { id: transaction.id } })
    await outboxIsEmpty(own.db)
    expect(await own.db.query(`select last_value::int as notices from rounds`)).toEqual([{ notices: 2 }])
    phone.close()
    await own.close()
  })

  test('what one movement breaks holds up no other: it waits alone, and is told once it can be', async () => {
    const own = await startApi()
    const people = [await own.as('kyoko'), await own.as('hanako'), await own.as('yoko')]
    await own.server.close()
    await own.db.query(
      `create function fail_kyoko() returns trigger language plpgsql as
       $$ begin if new.facts @> '{"amount": 777}' then raise 'no'; end if; return new; end $$`,
    )
    await own.db.query(
      `create trigger fail_kyoko before insert on notifications for each row execute function fail_kyoko()`,
    )
    const waiting = () =>
      own.db.query<{ who: string; attempts: number; ahead: boolean }>(
        `select t.customer_id as who, o.attempts, o.available_at > ledger.now() as ahead
         from ledger.outbox o join ledger.transactions t on t.id = o.transaction_id where o.sent_at is null`,
      )
    await outboxIsEmpty(own.db)
    // All three are in the first round, the bad one before the others.
    for (const [index, { user_id }] of people.entries()) await charge(own.db, user_id, 777 - index)
    // With the clock at a standstill nothing that waits becomes due.
    await moveLedgerClock(own.db, new Date().toISOString())
    const again = await startApi({ db: own.db })
    await expect.poll(waiting).toEqual([{ who: people[0]!.user_id, attempts: 1, ahead: true }])

    await own.db.query(`drop trigger fail_kyoko on notifications`)
    await own.db.query(`update ledger.outbox set available_at = ledger.now() where sent_at is null`)
    await moveLedgerClock(own.db, null)
    await outboxIsEmpty(own.db)
    const notified = await own.db.query(
      `select count(*) as notices from notifications where kind = 'charged' and facts ->> 'amount' in ('775', '776', '777')`,
    )
    expect(notified).toEqual([{ notices: 3 }])
    await again.close()
    await own.db.close()
  })

  test('what was written by a clock that has been set back since is told at once', async () => {
    const own = await startApi()
    const hanako = await own.as('hanako')
    await own.server.close()
    await moveLedgerClock(own.db, new Date(Date.now() + 86_400_000).toISOString())
    await charge(own.db, hanako.user_id, 600)
    await moveLedgerClock(own.db, null)
    const again = await startApi({ db: own.db })
    await outboxIsEmpty(own.db)
    await again.close()
    await own.db.close()
  })

  test('what somebody died with in hand is told when the lease ends, and not before', async () => {
    const own = await startApi()
    const hanako = await own.as('hanako')
    await own.server.close()
    await outboxIsEmpty(own.db)
    // What was written by a clock that ran ahead waits no longer than the rest.
    await moveLedgerClock(own.db, new Date(Date.now() + 86_400_000).toISOString())
    await charge(own.db, hanako.user_id, 600)
    const stopped = new Date()
    await moveLedgerClock(own.db, stopped.toISOString())
    await own.db.query(
      `update ledger.outbox set attempts = 1, leased_until = ledger.now() + interval '10 s' where sent_at is null`,
    )
    await charge(own.db, hanako.user_id, 700)
    const again = await startApi({ db: own.db })
    const waiting = () =>
      own.db.query(`select attempts, leased_until, available_at from ledger.outbox where sent_at is null`)
    await expect.poll(waiting).toMatchObject([{ attempts: 1, leased_until: new Date(+stopped + 10_000) }])
    await moveLedgerClock(own.db, new Date(+stopped + 10_000).toISOString())
    await outboxIsEmpty(own.db)
    expect(await own.db.query(`select id from ledger.outbox where leased_until is not null`)).toEqual([])
    await moveLedgerClock(own.db, null)
    await again.close()
    await own.db.close()
  })

  test('two processes share the work and tell nothing twice', async () => {
    const other = await startApi({ db: api.db })
    const clerk = await api.as('clerk')
    const socket = await listen('clerk')
    await Promise.all(
      Array.from({ length: 20 }, () => sell(clerk, null, { amount: 1_000, tenders: { cash: 1_000 } })),
    )
    await outboxIsEmpty(api.db)
    await other.close()
    const ids = socket.events.map(({ payload }) => payload['event_id'])
    expect(new Set(ids).size).toBe(ids.length)
    socket.close()
  })

  test('a row that cannot be told stands back and blocks nobody, and is given up after twenty tries', async () => {
    const [{ id } = { id: 0 }] = await api.db.query<{ id: number }>(
      `insert into ledger.outbox (topic, transaction_id, created_at, available_at, attempts)
       values ('unheard_of', gen_random_uuid(), ledger.now(), ledger.now() - interval '1 day', 19) returning id`,
    )
    const socket = await listen('hanako')
    await sell(await api.as('clerk'), await api.as('hanako'), { amount: 1_100, tenders: { cash: 1_100 } })
    await socket.received('purchaseSuccess')
    await expect
      .poll(
        async () =>
          (await api.db.query<{ dead: boolean }>('select dead from ledger.outbox where id = $1', [id]))[0]
            ?.dead,
      )
      .toBe(true)
    socket.close()
  })
})

/** The connections by which processes hear of each other's events. */
async function earsOf({ db }: TestApi): Promise<number[]> {
  const ears = await db.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and query like 'LISTEN "socket.io#%'`,
  )
  return ears.map(({ pid }) => pid)
}

describe('several processes', () => {
  test('reach each other’s sockets, with short messages and with long ones', async () => {
    const env = { SOCKET_ADAPTER: 'postgres' }
    const here = await startApi({ env })
    const there = await startApi({ env, db: here.db })
    const hanako = await here.as('hanako')
    const clerk = await here.as('clerk')
    // Each process may send; one of the two phones hears it through the other.
    const phones = await Promise.all(
      [here, there].map(({ url }) => connect(url, '/transactions', { token: hanako.refresh_token })),
    )
    for (const phone of phones) await phone.join()

    // A hundred lines of text are more than fits into one notification of the database.
    const items = Array.from({ length: 100 }, (_, index) => ({
      name: `銀のしおり ${'彫'.repeat(20)}${index}`,
      unit_price: 100,
      quantity: 1,
    }))
    for (const bill of [{ amount: 1_100 }, { items }]) {
      const { token } = await hanako.get('users.token')
      const total = 'amount' in bill ? 1_100 : 10_000
      const { transaction } = await clerk.get('transactions.pay', {
        body: { token, ...bill, tenders: { cash: total } },
        headers: { 'Idempotency-Key': `key of ${total}`.replaceAll(' ', '-') },
      })
      for (const phone of phones) {
        const paid = () =>
          phone.events.filter(({ name }) => name === 'purchaseSuccess').map(({ payload }) => payload)
        await expect
          .poll(() => paid().map((payload) => (payload['transaction'] as { id: string }).id))
          .toContain(transaction.id)
        // The way there changes nothing: what is left out is not said to be nothing.
        for (const payload of paid()) serverEvents.purchaseSuccess.parse(payload)
      }
    }
    for (const phone of phones) phone.close()
    await there.close()
    await here.close()
  })

  test('hear of each other in the order in which it is told, to the last word of one that ends', async () => {
    const env = { SOCKET_ADAPTER: 'postgres' }
    const here = await startApi({ env })
    const there = await startApi({ env, db: here.db })
    const hanako = await here.as('hanako')
    const phone = await connect(there.url, '/transactions', { token: hanako.refresh_token })
    await phone.join()
    const notified = Array.from({ length: 300 }, (_, n) => String(n))
    for (const event_id of notified) {
      const refused = { event_id, code: 'PAY_LIMIT_DAY', shortage: null, code_held: false } as const
      here.server.context.notifyRefused(hanako.user_id ?? '', refused)
      if (Number(event_id) % 7 === 0) await setTimeout(2)
    }
    await here.server.close()
    await expect.poll(() => phone.events).toHaveLength(notified.length)
    expect(phone.events.map(({ payload }) => payload['event_id'])).toEqual(notified)
    phone.close()
    await there.close()
    await here.db.close()
  })

  test('hear of each other at any length', async () => {
    const env = { SOCKET_ADAPTER: 'postgres' }
    const here = await startApi({ env })
    const there = await startApi({ env, db: here.db })
    const hanako = await here.as('hanako')
    const phone = await connect(there.url, '/transactions', { token: hanako.refresh_token })
    await phone.join()
    // Somewhere in between is the longest that fits into one notification of the database.
    const lengths = Array.from({ length: 400 }, (_, n) => 7_600 + n)
    for (const length of lengths) {
      const event_id = 'x'.repeat(length)
      const refused = { event_id, code: 'PAY_LIMIT_DAY', shortage: null, code_held: false } as const
      here.server.context.notifyRefused(hanako.user_id ?? '', refused)
    }
    const received = () => phone.events.map(({ payload }) => (payload['event_id'] as string).length)
    await expect.poll(() => received().toSorted((a, b) => a - b)).toEqual(lengths)
    phone.close()
    await there.close()
    await here.close()
  })

  test('let those come back who may have missed something while nothing was heard', async () => {
    const env = { SOCKET_ADAPTER: 'postgres' }
    const here = await startApi({ env })
    const there = await startApi({ env, db: here.db })
    const hanako = await here.as('hanako')
    const phones = await Promise.all(
      [here, there].map(({ url }) => connect(url, '/transactions', { token: hanako.refresh_token })),
    )
    for (const phone of phones) await phone.join()
    const reasons = phones.map(({ socket }) => new Promise((resolve) => socket.once('disconnect', resolve)))
    await expect.poll(() => earsOf(here)).toHaveLength(2)
    // The ears alone: everything else goes on.
    await here.db.query('select pg_terminate_backend(pid) from unnest($1::int[]) as ears (pid)', [
      await earsOf(here),
    ])
    // After a word of the server a phone would not come back by itself.
    expect(await Promise.all(reasons)).toEqual(['transport close', 'transport close'])
    await there.close()
    await here.close()
  })

  test('outlive the loss of their connections as often as it happens, and reach each other again', async () => {
    const places = 3
    const env = { SOCKET_ADAPTER: 'postgres', DATABASE_POOL: String(places) }
    const here = await startApi({ env })
    const there = await startApi({ env, db: here.db })
    const hanako = await here.as('hanako')
    await expect.poll(() => earsOf(here)).toHaveLength(2)
    for (let losses = 0; losses < places; losses += 1) {
      const before = await earsOf(here)
      const giveBack = await here.db.outage()
      await giveBack()
      await expect
        .poll(async () => (await earsOf(here)).filter((pid) => !before.includes(pid)))
        .toHaveLength(2)
    }

    const phone = await connect(there.url, '/transactions', { token: hanako.refresh_token })
    await phone.join()
    const refused = { event_id: 'again', code: 'PAY_LIMIT_DAY', shortage: null, code_held: false } as const
    const received = () => {
      here.server.context.notifyRefused(hanako.user_id ?? '', refused)
      return phone.events.map(({ payload }) => payload['event_id'])
    }
    await expect.poll(received).toContain('again')
    phone.close()
    await there.close()
    await here.close()
  })
})
