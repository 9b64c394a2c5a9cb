import { randomUUID } from 'node:crypto'
import { type InvitationAt, invitationEarns } from '@shirogane/domain/rewards/invitation-earns'
import { giveGift } from '@shirogane/ledger'
import { inviteFriend, makeAffiliator } from '@shirogane/testkit/asks/affiliate-asks'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { saveCard } from '@shirogane/testkit/acts/cards'
import {
  codeFor,
  type Newcomer,
  newcomer,
  sendRegistration,
  registrationForm,
  takeTicket,
} from '@shirogane/testkit/acts/newcomer'
import { invite, payDueRewards, withReturnsOver } from '@shirogane/testkit/acts/rewards'
import { outboxIsEmpty } from '@shirogane/testkit/servers/outbox'
import { sell } from '@shirogane/testkit/acts/sale'
import { connect } from '@shirogane/testkit/calls/socket'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dailyWork } from '../../jobs/jobs.ts'
import { watchInvitations } from './standing.ts'
import { readNotices } from '@shirogane/testkit/calls/notices'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const born = (caller: Caller, date: string | null) =>
  api.db.query('update users set date_of_birth = $2 where id = $1', [caller.user_id, date])
const become = (caller: Caller, over: object = {}) => ({ body: { user_id: caller.user_id, ...over } })

/** What stands in the book of invitations about a person. */
async function bindingOf(userId: string) {
  const [row] = await api.db.query<{ id: string; affiliator_id: string; standing: string; flags: string[] }>(
    `select a.id, a.affiliator_id, a.standing,
       array(select reason from affiliate_flags f where f.affiliate_id = a.id order by 1) as flags
     from affiliates a where a.user_id = $1`,
    [userId],
  )
  return row
}

/** A new member who may buy. */
async function newMember(): Promise<Newcomer> {
  const member = await newcomer(api)
  await api.db.query('update users set verified = true where id = $1', [member.user_id])
  await api.db.query('select ledger.open_wallet($1)', [member.user_id])
  return member
}

/** The time for returns is over for everything sold until now. */
async function confirmAll(): Promise<void> {
  const window = (days: number) =>
    api.db.query(
      `insert into settings (key, value) values ('refund.window_days', $1) on conflict (key) do update set value = excluded.value`,
      [String(days)],
    )
  await window(-1)
  await payDueRewards(api)
  await window(14)
}

describe('becoming an affiliator', () => {
  test('is told to whoever asked for it and to nobody else, whichever way it went', async () => {
    const [hanako, kyoko] = [await api.as('hanako'), await api.as('kyoko')]
    const hears = async (who: Caller) => {
      const socket = await connect(api.url, '/affiliates', { token: who.refresh_token })
      expect(await socket.join({ user_id: hanako.user_id })).toEqual({ ok: true })
      return socket
    }
    const [own, other] = [await hears(hanako), await hears(kyoko)]

    await born(hanako, null)
    expect(await hanako.refused('affiliates.become', become(hanako))).toMatchObject({
      status: 422,
      code: 'DOB_REQUIRED',
    })
    expect(await own.received('becomeAffiliator')).toMatchObject({
      success: false,
      affiliator: null,
      message: '生年月日の登録が必要です。プロフィールで登録してください。',
    })
    own.events.length = 0

    await born(hanako, '1990-04-01')
    expect(await hanako.refused('affiliates.become', become(hanako, { terms_version: '0.1' }))).toMatchObject(
      { status: 409, code: 'CONFLICT' },
    )
    await own.received('becomeAffiliator')
    own.events.length = 0
    const made = await hanako.get('affiliates.become', become(hanako, { terms_version: '1.0' }))
    expect(made).toEqual({
      user_id: hanako.user_id,
      code: expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/),
      invite_url: `http://localhost:0/?invite=${made.code}`,
    })
    expect(await own.received('becomeAffiliator')).toMatchObject({
      success: true,
      affiliator: made,
      message: 'アフィリエーター登録に成功しました。',
    })
    expect((await hanako.get('users.me')).affiliator).toEqual(made)
    expect(await hanako.get('affiliates.show')).toMatchObject({
      code: made.code,
      terms_version: '1.0',
      stopped: false,
      rate_bp: 500,
      days: 365,
      confirm_days: 14,
    })
    expect(
      await api.db.query('select slug, version from consents where user_id = $1 and slug = $2', [
        hanako.user_id,
        'affiliator',
      ]),
    ).toEqual([{ slug: 'affiliator', version: '1.0' }])
    own.events.length = 0

    expect(await hanako.refused('affiliates.become', become(hanako))).toMatchObject({
      status: 409,
      code: 'AFFILIATE_ALREADY',
      message: 'すでにアフィリエーターとして登録されています。',
    })
    expect(await own.received('becomeAffiliator')).toMatchObject({ success: false })
    expect(other.events).toEqual([])
    own.close()
    other.close()
  })

  test('is for adults, and for oneself', async () => {
    const [mirai, takasaki] = [await api.as('mirai'), await api.as('takasaki')]
    expect(await mirai.refused('affiliates.become', become(mirai))).toMatchObject({
      status: 422,
      code: 'AGE_RESTRICTED',
      message: '18歳未満の方はご利用いただけません。',
    })
    expect((await mirai.refused('affiliates.become', become(takasaki))).status).toBe(404)
    // At midnight of the birthday in Tokyo, and not a second before.
    const [{ eighteen }] = (await api.db.query<{ eighteen: string }>(
      `select to_char((ledger.now() at time zone 'Asia/Tokyo') - interval '18 years' + interval '1 day', 'YYYY-MM-DD') as eighteen`,
    )) as [{ eighteen: string }]
    await born(mirai, eighteen)
    expect((await mirai.refused('affiliates.become', become(mirai))).code).toBe('AGE_RESTRICTED')
    await born(mirai, '2010-01-01')
  })

  test('happens once, however often it is asked for at once', async () => {
    const one = await newcomer(api)
    await api.db.query(`update users set verified = true, date_of_birth = '1985-02-03' where id = $1`, [
      one.user_id,
    ])
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => one.call('affiliates.become', become(one))),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 11 }, () => 409),
    ])
  })

  test('staff do it for whoever shows them their code, and for nobody else', async () => {
    const [clerk, yoko] = [await api.as('clerk'), await api.as('yoko')]
    await born(yoko, '1992-05-06')
    expect((await clerk.refused('affiliates.become', become(yoko))).status).toBe(404)
    const { token } = await yoko.get('users.token')
    await clerk.get('transactions.pay', {
      body: { token, amount: 1_100 },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    expect((await (await api.as('otherClerk')).refused('affiliates.become', become(yoko))).status).toBe(404)
    const socket = await connect(api.url, '/affiliates', { token: yoko.refresh_token })
    await socket.join()
    const made = await clerk.get('affiliates.become', become(yoko))
    expect(await socket.received('becomeAffiliator')).toMatchObject({ success: true, affiliator: made })
    socket.close()
    const [act] = await api.db.query(
      `select action, subject_id, actor_id from audit_log where action = 'member.made_affiliator'`,
    )
    expect(act).toEqual({
      action: 'member.made_affiliator',
      subject_id: yoko.user_id,
      actor_id: clerk.user_id,
    })
    const [{ made_by }] = (await api.db.query('select made_by from affiliators where user_id = $1', [
      yoko.user_id,
    ])) as [{ made_by: string }]
    expect(made_by).toBe(clerk.user_id)
  })
})

describe('who invited somebody', () => {
  // Each person who logs in here has a device of their own, as in life.
  beforeAll(async () => {
    for (const name of ['hanako', 'kyoko', 'takasaki', 'yoko'] as const) await api.as(name)
    await api.db.query('update sessions set device_id = id::text')
    await makeAffiliator(api, await api.as('takasaki'))
  })

  test('waits for a look where the newcomer is the inviter themself, by address or by device', async () => {
    const kyoko = await api.as('kyoko')
    await api.db.query(`update users set email = 'kyoko.mihon@gmail.com' where id = $1`, [kyoko.user_id])
    const self = await newcomer(api, { affiliate_code: 'TSUKI01', email: 'kyokomihon+two@gmail.com' })
    // The registration says nothing of it, or a stranger would try out addresses by it.
    expect(await bindingOf(self.user_id)).toMatchObject({ standing: 'good', flags: [] })
    await self.get('auth.verifyUser', { body: { pin: await codeFor(api, self.phone) } })
    expect(await bindingOf(self.user_id)).toMatchObject({ standing: 'held', flags: ['email'] })

    const [{ device_id }] = (await api.db.query(
      `select device_id from sessions where user_id = $1 order by created_at desc limit 1`,
      [kyoko.user_id],
    )) as [{ device_id: string }]
    const ticket = await takeTicket(api.url)
    const reply = await sendRegistration(
      api,
      registrationForm({ affiliate_code: 'tsuki01' }),
      `${ticket}; did=${device_id}`,
    )
    const { user } = reply.body as { user: { id: string } }
    expect(await bindingOf(user.id)).toMatchObject({
      affiliator_id: kyoko.user_id,
      standing: 'held',
      flags: ['device'],
    })
  })

  test('is settled by the first: a code that pays names an inviter only where there is none', async () => {
    const [hanako, kyoko, takasaki] = [
      await api.as('hanako'),
      await api.as('kyoko'),
      await api.as('takasaki'),
    ]
    const show = (caller: Caller, affiliate_id: string) =>
      caller.call('users.token', { body: { affiliate_id } })
    const codeOf = async (caller: Caller, named: string) =>
      ((await show(caller, named)).body as { code: string }).code

    expect((await show(hanako, randomUUID())).status).toBe(200)
    expect(await bindingOf(hanako.user_id)).toBeUndefined()
    expect(await codeOf(hanako, hanako.user_id)).toBe('AFFILIATE_SELF')
    expect((await show(hanako, kyoko.user_id)).status).toBe(200)
    const bound = await bindingOf(hanako.user_id)
    expect(bound).toMatchObject({ affiliator_id: kyoko.user_id })
    expect((await hanako.get('users.me')).affiliate).toEqual({ id: bound?.id, code: 'TSUKI01' })
    // The record's own id is what the app sends from now on.
    expect((await show(hanako, bound?.id ?? '')).status).toBe(200)
    expect((await show(hanako, kyoko.user_id)).status).toBe(200)

    for (const other of [takasaki.user_id, randomUUID()])
      expect(await codeOf(hanako, other)).toBe('AFFILIATE_MISMATCH')
    expect(await bindingOf(hanako.user_id)).toEqual(bound)
    // Those whom one invited invite one back: refused, and so is the way round over a third.
    expect(await codeOf(kyoko, hanako.user_id)).toBe('AFFILIATE_RING')
    expect(await bindingOf(kyoko.user_id)).toBeUndefined()
    await expect(
      api.db.query('update affiliates set affiliator_id = $2 where id = $1', [bound?.id, takasaki.user_id]),
    ).rejects.toThrow(/stays the same/)
  })

  test('two who name each other at once do not invite each other', async () => {
    const [takasaki, yoko] = [await api.as('takasaki'), await api.as('yoko')]
    const named = (caller: Caller, { user_id }: Caller) =>
      caller.call('users.token', { body: { affiliate_id: user_id } })
    const statuses = (await Promise.all([named(takasaki, yoko), named(yoko, takasaki)])).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})

describe('what invitations came to', () => {
  test('is told to the inviter alone, to the yen, and without a name in full', async () => {
    const [hanako, kyoko, clerk] = [await api.as('hanako'), await api.as('kyoko'), await api.as('clerk')]
    const before = await kyoko.get('affiliates.stats')
    // What the demo's inviter is known for, earned by friends who bought it.
    expect(before.rewards_confirmed).toBe(15_500)
    expect(before.rewards_pending).toBeGreaterThan(0)
    const people = async (showAll: string) => kyoko.get('affiliates.list', { query: { showAll, limit: 50 } })
    expect((await people('false')).items.map(({ name }) => name)).not.toContain('ha***')

    const sale = await sell(clerk, hanako, { amount: 11_000, tenders: { cash: 11_000 } })
    const pending = await kyoko.get('affiliates.stats')
    expect(pending.rewards_pending - before.rewards_pending).toBe(550)
    expect(pending.this_month.rewards - before.this_month.rewards).toBe(550)
    expect(pending.sales - before.sales).toBe(11_000)
    expect(pending.months).toHaveLength(12)
    expect(pending.months.reduce((sum, { sales }) => sum + sales, 0)).toBe(pending.sales)
    expect(pending.months.at(-1)?.rewards).toBe(pending.this_month.rewards)
    expect(await kyoko.get('affiliates.count', { query: { valid: 'true' } })).toEqual({
      count: before.valid_affiliates,
    })

    await confirmAll()
    const after = await kyoko.get('affiliates.stats')
    expect(after).toMatchObject({
      rewards_pending: 0,
      rewards_confirmed: before.rewards_confirmed + before.rewards_pending + 550,
      valid_affiliates: before.valid_affiliates + 1,
      buyers: before.buyers + 1,
    })
    const item = (await people('false')).items.find(({ name }) => name === 'ha***')
    expect(item).toEqual({
      id: expect.any(String),
      name: 'ha***',
      avatar: null,
      registered_on: expect.any(String),
      verified: true,
      valid: true,
      earned: 550,
    })
    const stats = await kyoko.get('affiliates.affiliateStats', { params: { id: item?.id ?? '' } })
    expect(stats).toMatchObject({
      purchases: 1,
      earned: 550,
      rewards_pending: 0,
      months: [{ purchases: 1, rewards: 550 }],
    })
    // Another inviter's friend is not there, and head office sees them.
    const takasaki = await api.as('takasaki')
    expect(
      (await takasaki.refused('affiliates.affiliateStats', { params: { id: item?.id ?? '' } })).status,
    ).toBe(404)
    expect(
      await (await api.as('owner')).get('affiliates.affiliateStats', { params: { id: item?.id ?? '' } }),
    ).toEqual(stats)

    await (
      await api.as('manager')
    ).get('transactions.refund', {
      body: { transaction_id: sale.transaction.id, amount: 11_000, reason: 'お客さま都合' },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    expect(await kyoko.get('affiliates.stats')).toMatchObject({
      rewards_confirmed: before.rewards_confirmed + before.rewards_pending,
      rewards_total: before.rewards_total,
      valid_affiliates: before.valid_affiliates,
      refunds: before.refunds + 11_000,
    })
  })

  test('a friend is valid by a purchase that nobody can return any more, though it earned nothing', async () => {
    const [kyoko, clerk, manager] = [await api.as('kyoko'), await api.as('clerk'), await api.as('manager')]
    const friend = await newMember()
    const id = randomUUID()
    await api.db.query(
      `insert into affiliates (id, user_id, affiliator_id, created_at) values ($1, $2, $3, ledger.now())`,
      [id, friend.user_id, kyoko.user_id],
    )
    const isValid = async () => (await kyoko.get('affiliates.affiliateStats', { params: { id } })).valid
    const counted = async () => (await kyoko.get('affiliates.count', { query: { valid: 'true' } })).count
    const over = <T>(read: () => Promise<T>) => withReturnsOver(api, read)
    expect(await over(isValid)).toBe(false)
    const before = await over(counted)
    const small = await sell(clerk, friend, { amount: 400, tenders: { cash: 400 } })
    // Until the days of returns are over, it does not count.
    expect(await isValid()).toBe(false)
    expect([await over(isValid), await over(counted)]).toEqual([true, before + 1])
    expect(await kyoko.get('affiliates.affiliateStats', { params: { id } })).toMatchObject({
      purchases: 1,
      months: [{ purchases: 1, rewards: 0 }],
    })
    expect(
      await over(() => kyoko.get('affiliates.list', { query: { showAll: 'false', limit: 50 } })),
    ).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ id, valid: true, earned: 0 })]),
    })
    expect((await over(() => kyoko.get('affiliates.stats'))).valid_affiliates).toBe(before + 1)
    await api.db.query('update users set verified = false where id = $1', [friend.user_id])
    expect([await over(isValid), await over(counted)]).toEqual([false, before])
    await api.db.query('update users set verified = true where id = $1', [friend.user_id])
    await manager.get('transactions.refund', {
      body: { transaction_id: small.transaction.id, amount: 400, reason: 'お客さま都合' },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    expect([await over(isValid), await over(counted)]).toEqual([false, before])
  })

  test('whoever has no record is told so', async () => {
    const mirai = await api.as('mirai')
    for (const name of [
      'affiliates.show',
      'affiliates.stats',
      'affiliates.count',
      'affiliates.list',
    ] as const)
      expect(await mirai.refused(name)).toMatchObject({ status: 403, code: 'NOT_AFFILIATOR' })
  })
})

test('whoever invites stops by themselves: what was earned stays, nothing is added, and they begin again by the terms in force', async () => {
  const [kyoko, hanako, clerk] = [await api.as('kyoko'), await api.as('hanako'), await api.as('clerk')]
  await invite(api, kyoko, hanako)
  await confirmAll()
  const { confirmed } = await kyoko.get('rewards.wallet')
  const { code } = await kyoko.get('affiliates.show')
  const pay = async (cash: number) => sell(clerk, hanako, { amount: cash, tenders: { cash } })
  await pay(4_000)
  expect((await (await api.as('taro')).refused('affiliates.leave')).status).toBe(403)

  const left = await kyoko.get('affiliates.leave')
  expect(left.left_at).not.toBeNull()
  // Asked twice, it is the same act and told once.
  expect(await kyoko.get('affiliates.leave')).toEqual(left)
  expect(
    await readNotices(api.db, `user_id = $1 and kind = 'affiliator_left'`, [kyoko.user_id]),
  ).toHaveLength(1)

  const guest = { params: { username: code } }
  expect(await api.nobody.refused('affiliates.card', guest)).toMatchObject({
    status: 404,
    code: 'AFFILIATE_ENDED',
    message: 'この招待は終了しています。',
  })
  // A user name does not reveal who invited once.
  expect((await api.nobody.refused('affiliates.card', { params: { username: 'kyoko' } })).code).toBe(
    'AFFILIATE_CODE_INVALID',
  )
  expect(await bindingOf((await newcomer(api, { affiliate_code: code })).user_id)).toBeUndefined()
  await pay(6_000)
  expect(await kyoko.get('rewards.wallet')).toMatchObject({ pending: 200, confirmed })
  await confirmAll()
  expect(await kyoko.get('rewards.wallet')).toMatchObject({ pending: 0, confirmed: confirmed + 200 })

  // Head office sees it. Whom it has stopped meanwhile does not come back on their own.
  const owner = await api.as('owner')
  const ask = { params: { id: kyoko.user_id }, body: { note: '確認' } }
  expect((await owner.get('admin.stopAffiliator', ask)).left_at).toBe(left.left_at)
  expect((await kyoko.refused('affiliates.become', become(kyoko))).code).toBe('AFFILIATE_ALREADY')
  await owner.get('admin.allowAffiliator', ask)
  expect((await kyoko.refused('affiliates.become', become(kyoko, { terms_version: '0.1' }))).code).toBe(
    'CONFLICT',
  )
  expect(await kyoko.get('affiliates.become', become(kyoko, { terms_version: '1.0' }))).toMatchObject({
    code,
  })
  expect(await kyoko.get('affiliates.show')).toMatchObject({ left_at: null, terms_version: '1.0', code })
  expect((await api.nobody.get('affiliates.card', guest)).code).toBe(code)
  await pay(2_000)
  expect(await kyoko.get('rewards.wallet')).toMatchObject({ pending: 100, confirmed: confirmed + 200 })
})

test('an invitation that is looked into or was struck brings no gift, and nobody who invites no more is thanked', async () => {
  const clerk = await api.as('clerk')
  await api.db.query(
    `insert into settings (key, value) values ('invite.inviter_points', '200')
     on conflict (key) do update set value = excluded.value`,
  )
  const inviter = await newMember()
  await makeAffiliator(api, inviter)
  const invited = async () => {
    const friend = await newMember()
    return { friend, id: await invite(api, inviter, friend) }
  }
  const gifts = async ({ friend }: Awaited<ReturnType<typeof invited>>) => {
    await sell(clerk, friend, { amount: 2_000, tenders: { cash: 2_000 } })
    await outboxIsEmpty(api.db)
    const rows = await api.db.query<{ campaign: string }>(
      `select campaign from ledger.campaign_grants
       where user_id = $1 and campaign = 'invite' or user_id = $2 and period = $1::text order by 1`,
      [friend.user_id, inviter.user_id],
    )
    return rows.map(({ campaign }) => campaign)
  }
  const standing = (id: string, value: string) =>
    api.db.query('update affiliates set standing = $2 where id = $1', [id, value])

  const [looked, struck, late] = [await invited(), await invited(), await invited()]
  await standing(looked.id, 'held')
  expect(await gifts(looked)).toEqual([])
  await standing(looked.id, 'good')
  expect(await gifts(looked)).toEqual(['invite', 'invite_given'])
  await standing(struck.id, 'void')
  expect(await gifts(struck)).toEqual([])
  // Nor where the approval of head office comes while the gift is on its way.
  const [sale] = await api.db.query<{ id: string }>(
    `select id from ledger.transactions where customer_id = $1 and kind = 'payment'`,
    [struck.friend.user_id],
  )
  const given = (campaign: string, to: string) =>
    api.db.transact((tx) =>
      giveGift(tx, {
        transaction_id: randomUUID(),
        user_id: to,
        occasion: { campaign, period: 'once' },
        sale_id: sale!.id,
        points: 500,
        expires_at: '2099-01-01T00:00:00Z',
      }),
    )
  expect(await given('invite', struck.friend.user_id)).toBe(false)
  await api.db.query('update affiliators set left_at = now() where user_id = $1', [inviter.user_id])
  expect(await gifts(late)).toEqual(['invite'])
})

test('before rewards are confirmed every invitation is looked at, however many there are', async () => {
  const [inviter, friend] = [await newMember(), await newMember()]
  await makeAffiliator(api, inviter)
  await invite(api, inviter, friend)
  await sell(await api.as('clerk'), friend, { amount: 4_000, tenders: { cash: 4_000 } })
  await saveCard(api, inviter)
  await saveCard(api, friend)
  await withReturnsOver(api, () =>
    dailyWork.rewards.work(api.server.context, '2026-11-22', async () => undefined),
  )
  expect(await bindingOf(friend.user_id)).toMatchObject({ standing: 'held' })
  expect(
    await api.db.query('select pending from ledger.rewards where customer_id = $1', [friend.user_id]),
  ).toEqual([{ pending: 200 }])
})

test('the rounds of a day come to every invitation with rewards to come, however few they look at, and then begin anew', async () => {
  const [inviter, early, late] = [await newMember(), await newMember(), await newMember()]
  await makeAffiliator(api, inviter)
  const clerk = await api.as('clerk')
  for (const friend of [early, late]) {
    await invite(api, inviter, friend)
    await sell(clerk, friend, { amount: 4_000, tenders: { cash: 4_000 } })
  }
  const [{ n } = { n: 0 }] = await api.db.query<{ n: number }>('select count(*)::int as n from affiliates')
  const look = watchInvitations(api.server.context, 2)
  const rounds = async () => {
    let found = 0
    for (let times = 0; times <= n / 2; times += 1) found += await look()
    return found
  }
  await rounds()
  await saveCard(api, inviter)
  await saveCard(api, early)
  await saveCard(api, late)
  expect(await rounds()).toBe(2)
  for (const friend of [early, late]) {
    const bound = await bindingOf(friend.user_id)
    expect(bound).toMatchObject({ standing: 'held' })
    expect(bound?.flags).toContain('card')
  }
  expect(await rounds()).toBe(0)
})

describe('head office', () => {
  test('looks at those behind whom one person seems to stand, and what it strikes earns nothing for good', async () => {
    const [kyoko, owner] = [await api.as('kyoko'), await api.as('owner')]
    const friend = await api.as('mirai')
    await api.db.query(
      `insert into affiliates (id, user_id, affiliator_id, created_at) values (gen_random_uuid(), $1, $2, ledger.now())`,
      [friend.user_id, kyoko.user_id],
    )
    await sell(await api.as('clerk'), friend, { amount: 4_000, tenders: { cash: 4_000 } })
    await saveCard(api, kyoko)
    await saveCard(api, friend)
    const look = watchInvitations(api.server.context)
    expect(await look()).toBeGreaterThan(0)
    expect(await look()).toBe(0)
    const bound = await bindingOf(friend.user_id)
    expect(bound).toMatchObject({ standing: 'held' })
    expect(bound?.flags).toContain('card')
    // While an invitation is being looked at, waiting confirms nothing.
    await confirmAll()
    const earned = async () =>
      await kyoko.get('affiliates.affiliateStats', { params: { id: bound?.id ?? '' } })
    expect(await earned()).toMatchObject({ earned: 200, rewards_pending: 200, valid: false })

    const listed = await owner.get('admin.affiliators', { query: { state: 'held' } })
    expect(listed.held_count).toBeGreaterThan(0)
    expect(listed.items.map(({ code }) => code)).toContain('TSUKI01')
    const decide = (decision: string) => ({
      params: { id: bound?.id ?? '' },
      body: { decision, note: '同じカードを確認' },
    })
    const sheet = await owner.get('admin.decideAffiliate', decide('void'))
    expect(sheet.people.find(({ id }) => id === bound?.id)).toMatchObject({
      standing: 'void',
      decisions: [{ decision: 'void', note: '同じカードを確認' }],
    })
    await confirmAll()
    expect(await earned()).toMatchObject({ earned: 0, rewards_pending: 0 })
    expect((await owner.refused('admin.decideAffiliate', decide('good'))).code).toBe('CONFLICT')
    await sell(await api.as('clerk'), friend, { amount: 4_000, tenders: { cash: 4_000 } })
    expect(await earned()).toMatchObject({ earned: 0 })
    expect((await (await api.as('accountant')).refused('admin.decideAffiliate', decide('held'))).code).toBe(
      'FORBIDDEN',
    )
  })

  test('stops an inviter: the link brings nobody any more, and no sale earns a reward', async () => {
    const [yoko, owner] = [await api.as('yoko'), await api.as('owner')]
    await makeAffiliator(api, yoko)
    const { code } = await yoko.get('affiliates.show')
    const { user_id } = await inviteFriend(api, yoko.user_id)
    const ask = { params: { id: yoko.user_id }, body: { note: 'PR表示のない投稿' } }
    expect((await owner.get('admin.stopAffiliator', ask)).stop_reason).toBe('PR表示のない投稿')
    expect((await owner.refused('admin.stopAffiliator', ask)).code).toBe('CONFLICT')
    expect((await api.nobody.refused('affiliates.card', { params: { username: code } })).code).toBe(
      'AFFILIATE_ENDED',
    )
    expect((await yoko.get('affiliates.show')).stopped).toBe(true)
    expect(await bindingOf((await newcomer(api, { affiliate_code: code })).user_id)).toBeUndefined()
    const earns = async () => {
      const [invitation] = await api.db.query<{ facts: InvitationAt }>(
        'select * from ledger.invitation_at($1, $2, null, null, ledger.now(), 365)',
        [user_id, yoko.user_id],
      )
      return invitationEarns(invitation!.facts)
    }
    expect(await earns()).toBe(false)
    await owner.get('admin.allowAffiliator', ask)
    expect(await earns()).toBe(true)
    expect((await api.nobody.get('affiliates.card', { params: { username: code } })).code).toBe(code)
    // Staff do not decide about their own account.
    await api.db.query('update employees set own_customer_id = $1 where user_id = $2', [
      yoko.user_id,
      owner.user_id,
    ])
    expect((await owner.refused('admin.stopAffiliator', ask)).code).toBe('SELF_DEALING')
    await api.db.query('update employees set own_customer_id = null where user_id = $1', [owner.user_id])
    expect((await owner.refused('admin.affiliator', { params: { id: randomUUID() } })).status).toBe(404)
  })
})

test('after all of this the books agree', async () => {
  expect(await api.db.query('select * from ledger.audit()')).toEqual([])
})
