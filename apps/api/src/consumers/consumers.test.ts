import { charge, chargeWithin } from '@shirogane/testkit/acts/funds'
import { outboxOf } from '@shirogane/testkit/acts/newcomer'
import { makeAffiliator } from '@shirogane/testkit/acts/rewards'
import { sell } from '@shirogane/testkit/acts/sale'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { readNotices } from '@shirogane/testkit/calls/notices'
import { connect } from '@shirogane/testkit/calls/socket'
import type { CastName } from '@shirogane/testkit/cast'
import type { TestDatabase } from '@shirogane/testkit/database'
import { moveLedgerClock } from '@shirogane/testkit/ledger-clock'
import { outboxIsEmpty } from '@shirogane/testkit/servers/outbox'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import pg from 'pg'
import { expect, test } from 'vitest'
import { dbOf } from '../db/sql.ts'
import { listLags } from './index.ts'

/** Lets these members have come by an invitation whose gift is still to be brought. */
async function letBeInvited(api: TestApi, friends: readonly Caller[]): Promise<void> {
  const inviter = await api.as('takasaki')
  await makeAffiliator(api, inviter)
  await api.db.query(
    `insert into settings (key, value) values ('invite.inviter_points', '200')
     on conflict (key) do update set value = excluded.value`,
  )
  const ids = friends.map(({ user_id }) => user_id)
  await api.db.query('delete from affiliates where user_id = any ($1)', [ids])
  await api.db.query(
    `insert into affiliates (id, user_id, affiliator_id, created_at)
     select gen_random_uuid(), friend, $2, now() from unnest($1::uuid[]) friend`,
    [ids, inviter.user_id],
  )
}

/** Everything given for the first payments of these friends. */
const giftsOf = (db: TestDatabase, friends: readonly Caller[]) =>
  db.query<{ campaign: string; friend: string }>(
    `select g.campaign, s.customer_id as friend from ledger.campaign_grants g
     join ledger.transactions s on s.id = g.sale_id where s.customer_id = any ($1) order by 1, 2`,
    [friends.map(({ user_id }) => user_id)],
  )

/** Both gifts of each friend, once. */
const bothOf = (friends: readonly Caller[]) =>
  ['invite', 'invite_given'].flatMap((campaign) =>
    friends
      .map(({ user_id }) => ({ campaign, friend: user_id }))
      .toSorted((a, b) => (a.friend < b.friend ? -1 : 1)),
  )

const mailsOf = (db: TestDatabase, { user_id }: Caller) =>
  db.query(`select 1 from messages where user_id = $1 and template = 'payment_completed'`, [user_id])

const buy = async (api: TestApi, who: Caller) =>
  (await sell(await api.as('clerk'), who, { amount: 2_000, tenders: { cash: 2_000 } })).transaction

/** Holds a table against every writer until the returned function is called. */
async function hold(db: TestDatabase, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: db.url })
  await client.connect()
  await client.query(`begin; lock table ${table} in exclusive mode`)
  return async () => {
    await client.query('commit')
    await client.end()
  }
}

/** Refuses what is written to a table for this member, until the trigger is dropped. */
async function refuseFor(db: TestDatabase, table: string, { user_id }: Caller): Promise<void> {
  await db.query(
    `create function refuse_one() returns trigger language plpgsql as
     $$ begin if new.user_id = '${user_id}' then raise 'no'; end if; return new; end $$`,
  )
  await db.query(
    `create trigger refuse_one before insert on ${table} for each row execute function refuse_one()`,
  )
}

test('mails that stand still hold up neither the screens nor the gifts, and follow', async () => {
  const api = await startApi()
  const [first, second] = [await api.as('hanako'), await api.as('kyoko')]
  await letBeInvited(api, [first, second])
  await outboxIsEmpty(api.db)
  const letGo = await hold(api.db, 'messages')
  // The second buys when the mail of the first hangs already.
  for (const friend of [first, second]) {
    const phone = await connect(api.url, '/transactions', { token: friend.refresh_token })
    await phone.join()
    const { id } = await buy(api, friend)
    expect(await phone.received('purchaseSuccess')).toMatchObject({ transaction: { id } })
    phone.close()
    await expect.poll(() => giftsOf(api.db, [friend]), { timeout: 10_000 }).toEqual(bothOf([friend]))
  }
  expect(await mailsOf(api.db, first)).toEqual([])
  await letGo()
  await outboxIsEmpty(api.db)
  for (const friend of [first, second]) expect(await mailsOf(api.db, friend)).toHaveLength(1)
  expect(await giftsOf(api.db, [first, second])).toEqual(bothOf([first, second]))
  await api.close()
})

test('screens that stand still hold up neither the mails nor the gifts, and follow', async () => {
  const api = await startApi()
  const hanako = await api.as('hanako')
  await letBeInvited(api, [hanako])
  await outboxIsEmpty(api.db)
  const letGo = await hold(api.db, 'notifications')
  const { id, number } = await buy(api, hanako)
  await expect.poll(() => giftsOf(api.db, [hanako])).toEqual(bothOf([hanako]))
  const mails = await outboxOf(api, 'hanako02@example.com')
  expect(mails.some(({ text }) => text.includes(number))).toBe(true)
  expect(await readNotices(api.db, 'transaction_id = $1', [id])).toEqual([])
  await letGo()
  await outboxIsEmpty(api.db)
  expect(await readNotices(api.db, 'transaction_id = $1', [id])).toHaveLength(1)
  await api.close()
})

test('gifts that stand still hold up neither the screens nor the mails, and follow', async () => {
  const api = await startApi()
  const hanako = await api.as('hanako')
  await letBeInvited(api, [hanako])
  await outboxIsEmpty(api.db)
  const letGo = await hold(api.db, 'ledger.campaign_grants')
  const { id } = await buy(api, hanako)
  await expect.poll(() => mailsOf(api.db, hanako)).toHaveLength(1)
  await expect.poll(() => readNotices(api.db, 'transaction_id = $1', [id])).toHaveLength(1)
  expect(await giftsOf(api.db, [hanako])).toEqual([])
  await letGo()
  await outboxIsEmpty(api.db)
  expect(await giftsOf(api.db, [hanako])).toEqual(bothOf([hanako]))
  await api.close()
})

test('what is committed late is not passed by, though much of later transactions is there before it', async () => {
  const api = await startApi()
  const [late, early] = [await api.as('hanako'), await api.as('kyoko')]
  await outboxIsEmpty(api.db)
  const client = new pg.Client({ connectionString: api.db.url })
  await client.connect()
  await client.query('begin')
  await chargeWithin(dbOf(client), late.user_id, 900)
  await charge(api.db, early.user_id, 901)
  const notices = () => readNotices(api.db, `kind = 'charged' and facts ->> 'amount' in ('900', '901')`)
  // The screens are told row by row; the consumers wait for the transaction that still runs.
  await expect.poll(notices).toHaveLength(1)
  const ahead = () =>
    api.db.query<{ consumer: string; behind: number }>(
      `select c.consumer, count(t.id)::int as behind from ledger.consumers c
       left join ledger.transactions t on (t.xid, t.id) > (c.xid, c.id) group by 1 order by 1`,
    )
  expect(await ahead()).toEqual([
    { consumer: 'gifts', behind: 1 },
    { consumer: 'mails', behind: 1 },
  ])
  await client.query('commit')
  await client.end()
  await outboxIsEmpty(api.db)
  const mailed = await api.db.query(
    `select user_id from messages where template = 'charge_completed' and user_id = any ($1)`,
    [[late.user_id, early.user_id]],
  )
  expect(mailed).toHaveLength(2)
  expect(await notices()).toHaveLength(2)
  await api.close()
})

test('two processes that follow at once give each gift and leave each mail once', async () => {
  const here = await startApi()
  const there = await startApi({ db: here.db })
  const names: readonly CastName[] = ['hanako', 'kyoko', 'yoko']
  const friends = await Promise.all(names.map((name) => here.as(name)))
  await letBeInvited(here, friends)
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(friends.map((friend, index) => buy(index % 2 === 0 ? here : there, friend)))
  }
  await outboxIsEmpty(here.db)
  expect(await giftsOf(here.db, friends)).toEqual(bothOf(friends))
  const keys = await here.db.query<{ mails: number; keys: number }>(
    `select count(*)::int as mails, count(distinct dedupe_key)::int as keys from messages
     where template = 'payment_completed' and user_id = $1`,
    [friends[0]!.user_id],
  )
  expect(keys).toEqual([{ mails: 3, keys: 3 }])
  expect(await here.db.query('select * from ledger.set_aside')).toEqual([])
  await there.close()
  await here.close()
})

test('a process that ends between a gift and the step beyond it leaves neither, and the gift is given once', async () => {
  const api = await startApi()
  const hanako = await api.as('hanako')
  await letBeInvited(api, [hanako])
  await outboxIsEmpty(api.db)
  const [before] = await api.db.query(`select xid, id from ledger.consumers where consumer = 'gifts'`)
  // The connection is gone once the gift is written and before its commit, the first two times.
  await api.db.query('create sequence deaths')
  await api.db.query('grant usage on sequence deaths to public')
  await api.db.query(
    `create function die() returns trigger language plpgsql security definer as
     $$ begin if nextval('deaths') < 3 then perform pg_terminate_backend(pg_backend_pid()); end if; return null; end $$`,
  )
  await api.db.query(
    'create trigger die after insert on ledger.campaign_grants for each statement execute function die()',
  )
  await buy(api, hanako)
  await outboxIsEmpty(api.db)
  expect(await api.db.query('select last_value::int as tries from deaths')).toEqual([{ tries: 3 }])
  expect(await giftsOf(api.db, [hanako])).toEqual(bothOf([hanako]))
  const [after] = await api.db.query(`select xid, id from ledger.consumers where consumer = 'gifts'`)
  expect(after).not.toEqual(before)
  await api.close()
})

test('a step waits for the disk with what follows from the movements, and not where nothing does', async () => {
  const api = await startApi()
  await outboxIsEmpty(api.db)
  await api.server.close()
  const [here] = await api.db.query<{ name: string }>('select current_database() as name')
  await api.db.query(`alter database "${here?.name}" set synchronous_commit = on`)
  await api.db.query('create table waited (what text, commits text)')
  await api.db.query(
    `create function note_wait() returns trigger language plpgsql security definer as $$ begin
       insert into public.waited values (new.consumer, current_setting('synchronous_commit')); return null; end $$`,
  )
  await api.db.query(
    'create trigger note_wait after update on ledger.consumers for each row execute function note_wait()',
  )
  const again = await startApi({ db: api.db })
  await buy(again, await again.as('hanako'))
  await outboxIsEmpty(api.db)
  expect(await api.db.query('select distinct what, commits from waited order by what')).toEqual([
    { what: 'gifts', commits: 'off' },
    { what: 'mails', commits: 'on' },
  ])
  await again.close()
  await api.db.close()
})

test('a movement that cannot be mailed is set aside alone, and mailed once it can be', async () => {
  const api = await startApi()
  const [bad, good] = [await api.as('hanako'), await api.as('kyoko')]
  await outboxIsEmpty(api.db)
  await refuseFor(api.db, 'messages', bad)
  // With the clock at a standstill nothing that was set aside becomes due.
  await moveLedgerClock(api.db, new Date().toISOString())
  const { id } = await buy(api, bad)
  await buy(api, good)
  await expect.poll(() => mailsOf(api.db, good)).toHaveLength(1)
  const aside = () =>
    api.db.query('select consumer, transaction_id, attempts, dead from ledger.set_aside order by 1')
  expect(await aside()).toEqual([{ consumer: 'mails', transaction_id: id, attempts: 1, dead: false }])
  await api.db.query('drop trigger refuse_one on messages')
  await moveLedgerClock(api.db, null)
  await outboxIsEmpty(api.db)
  expect(await aside()).toEqual([])
  expect(await mailsOf(api.db, bad)).toHaveLength(1)
  await api.close()
})

test('what was tried twenty times waits for a person, and is dealt with when they say so', async () => {
  const lines: unknown[] = []
  const note = (line: unknown) => void lines.push(line)
  const api = await startApi({ log: { debug: note, info: note, warn: note, error: note } })
  const hanako = await api.as('hanako')
  await outboxIsEmpty(api.db)
  await refuseFor(api.db, 'messages', hanako)
  const { id } = await buy(api, hanako)
  const aside = () => api.db.query('select attempts, dead from ledger.set_aside')
  await expect.poll(aside).not.toEqual([])
  await api.db.query('update ledger.set_aside set attempts = 19, due_at = ledger.now()')
  await expect.poll(aside, { timeout: 15_000 }).toEqual([{ attempts: 20, dead: true }])
  await expect
    .poll(() => lines)
    .toContainEqual({ event: 'consumer_dead', consumer: 'mails', transaction_id: id })

  await api.db.query('drop trigger refuse_one on messages')
  await api.db.query('update ledger.set_aside set dead = false, attempts = 0, due_at = ledger.now()')
  await outboxIsEmpty(api.db)
  expect(await mailsOf(api.db, hanako)).toHaveLength(1)
  await api.close()
})

test('how far each is behind is told to who watches the server', async () => {
  const api = await startApi()
  const hanako = await api.as('hanako')
  await outboxIsEmpty(api.db)
  const { db } = api.server.context
  const none = [
    { consumer: 'gifts', seconds: 0 },
    { consumer: 'live', seconds: 0 },
    { consumer: 'mails', seconds: 0 },
  ]
  const lags = async () => (await listLags(db)).toSorted((a, b) => (a.consumer < b.consumer ? -1 : 1))
  expect(await lags()).toEqual(none)
  await refuseFor(api.db, 'messages', hanako)
  await buy(api, hanako)
  const behind = async () => {
    const { body } = await api.nobody.send('GET', '/metrics')
    return Object.fromEntries(
      [...String(body).matchAll(/^consumer_lag_seconds\{consumer="(\w+)"\} (\S+)$/gm)].map((found) => [
        found[1],
        Number(found[2]) > 0,
      ]),
    )
  }
  await expect.poll(behind).toEqual({ live: false, gifts: false, mails: true })
  await api.close()
})
