import { randomUUID } from 'node:crypto'
import type { Caller } from '@shirogane/testkit/calls/caller'
import type { CastName } from '@shirogane/testkit/cast'
import { charge } from '@shirogane/testkit/acts/funds'
import { type MailServer, startMailServer } from '@shirogane/testkit/servers/mail-server'
import { patienceMs } from '@shirogane/testkit/patience'
import {
  newDevice,
  type PushService,
  startPushService,
  type TestDevice,
} from '@shirogane/testkit/servers/push-service'
import { outboxIsEmpty } from '@shirogane/testkit/servers/outbox'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../db/uuid.ts'
import { deliverPushes, type NewNotification, recordNotifications } from './index.ts'
import { takeDuePushes } from './push-store.ts'

let api: TestApi
let service: PushService
let mailServer: MailServer
beforeAll(async () => {
  ;[service, mailServer] = await Promise.all([startPushService(), startMailServer()])
  api = await startApi({
    env: {
      VAPID_SERVICES: service.origin,
      VAPID_SUBJECT: 'mailto:admin@example.jp',
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'ツキシロ <no-reply@example.jp>',
    },
  })
})
afterAll(async () => {
  await api.close()
  await Promise.all([service.close(), mailServer.close()])
})
beforeEach(async () => {
  await api.db.query('delete from push_subscriptions')
  await api.db.query('delete from notification_choices')
  service.pushes.length = 0
  service.refuseWith(null)
  mailServer.mails.length = 0
})

const addressOf = (name: string): string => `${service.origin}/push/${name}`

async function ring(caller: Caller, address: string, show_amounts = false): Promise<TestDevice> {
  const device = newDevice()
  await caller.get('notifications.subscribe', {
    body: { subscription: { endpoint: addressOf(address), keys: device.keys }, show_amounts },
  })
  return device
}

const news = (title = 'お知らせ', message = '本文') =>
  ({ kind: 'news', facts: { title, message, label: '見る' } }) as const

let serial = 0
type Given = Partial<Pick<NewNotification, 'topic' | 'dedupe_key'>> & {
  facts?: ReturnType<typeof news>['facts']
}
async function sendNotice(name: CastName, { facts = news().facts, ...given }: Given = {}): Promise<string> {
  const at = api.clock.now()
  const id = uuidv7(at)
  await recordNotifications(api.server.context.db, [
    {
      id,
      user_id: (await api.as(name)).user_id,
      kind: 'news',
      facts,
      dedupe_key: `push-test:${(serial += 1)}`,
      transaction_id: null,
      created_at: at,
      ...given,
    },
  ])
  return id
}

/** Lets the pusher work until nothing waits, with its clock before the waiting ends. */
async function delivered(): Promise<void> {
  for (const until = Date.now() + patienceMs; Date.now() < until;) {
    await deliverPushes(api.server.context, api.server.context.gateways.push!)
    const [row] = await api.db.query<{ left: number }>('select count(*) as left from pushes')
    if (row?.left === 0) return
    await new Promise((wake) => setTimeout(wake, 10))
  }
  throw new Error('The pushes have no end')
}

const received = (device: TestDevice) =>
  service.pushes.map(
    ({ body }) => JSON.parse(device.open(body)) as { id: string; title: string; body: string },
  )
const subscriptions = async (): Promise<number> =>
  (await api.db.query<{ count: number }>('select count(*) as count from push_subscriptions'))[0]?.count ?? 0

describe('a device', () => {
  test('is told in a language that only it can read, signed with the key that it was given', async () => {
    const hanako = await api.as('hanako')
    const device = await ring(hanako, 'hanako')
    const { key } = await hanako.get('notifications.pushKey')
    const id = await sendNotice('hanako', news('営業時間のお知らせ', '11月25日は19時に閉店します。'))
    await delivered()
    expect(received(device)).toEqual([
      { id, title: '営業時間のお知らせ', body: '11月25日は19時に閉店します。' },
    ])
    const [push] = service.pushes
    expect(push).toMatchObject({
      path: '/push/hanako',
      signer: key,
      claims: { aud: service.origin, sub: 'mailto:admin@example.jp' },
      headers: { ttl: '86400', topic: id.replaceAll('-', ''), urgency: 'normal' },
    })
    expect(push?.body.includes('営業時間')).toBe(false)
  })

  test('hears what somebody waits for before what everybody is told', async () => {
    const hanako = await api.as('hanako')
    await ring(hanako, 'hanako')
    const first = await api.server.context.transact(async (tx) => {
      const at = new Date(api.clock.now())
      const notice = {
        user_id: hanako.user_id,
        ...news(),
        transaction_id: null,
        created_at: at,
      }
      const [toAll, toOne] = [uuidv7(at), uuidv7(at)]
      await recordNotifications(tx, [{ ...notice, id: toAll, dedupe_key: toAll, can_wait: true }])
      await recordNotifications(tx, [{ ...notice, id: toOne, dedupe_key: toOne }])
      const taken = await takeDuePushes(tx, { at, count: 1, leaseSeconds: 60 })
      return { taken: taken.map(({ notification_id }) => notification_id), toOne }
    })
    expect(first.taken).toEqual([first.toOne])
  })

  test('shows no amount on its locked screen unless its owner allows it', async () => {
    const hanako = await api.as('hanako')
    const pay = async () => {
      const sale = { amount: 15_000, tenders: { cash: 15_000 } }
      const { transaction } = await sell(await api.as('clerk'), hanako, sale)
      await outboxIsEmpty(api.db)
      await delivered()
      return transaction
    }
    const shy = await ring(hanako, 'shy')
    await pay()
    expect(received(shy).map(({ title, body }) => [title, body])).toContainEqual([
      'お支払いが完了しました',
      '内容はアプリでご確認ください。',
    ])
    expect(JSON.stringify(received(shy))).not.toMatch(/15,000/)

    service.pushes.length = 0
    const open = await ring(hanako, 'open', true)
    await pay()
    expect(received(open).map(({ body }) => body)).toContainEqual(
      expect.stringMatching(/で15,000円をお支払いいただきました。$/),
    )
  })

  test('is told once however often the event is', async () => {
    const device = await ring(await api.as('hanako'), 'once')
    const dedupe_key = `once:${randomUUID()}`
    await Promise.all([1, 2, 3].map(() => sendNotice('hanako', { dedupe_key })))
    await delivered()
    expect(received(device)).toHaveLength(1)
  })

  test('belongs to whoever signed in last in its browser', async () => {
    await ring(await api.as('hanako'), 'shared')
    const kyoko = await api.as('kyoko')
    const device = await ring(kyoko, 'shared')
    await sendNotice('hanako')
    const id = await sendNotice('kyoko')
    await delivered()
    expect(received(device).map((push) => push.id)).toEqual([id])
    expect((await (await api.as('hanako')).get('notifications.settings')).device).toBeNull()
  })

  test('hears nothing more once its session has ended, or once it said so', async () => {
    const leaving = await api.signIn('hanako')
    await ring(leaving, 'leaving')
    await leaving.get('auth.logout', {
      body: { refresh_token: leaving.refresh_token },
      headers: { 'X-Client-Type': 'api' },
    })
    const quiet = await api.as('kyoko')
    await ring(quiet, 'quiet')
    expect((await quiet.get('notifications.settings')).device).toEqual({ show_amounts: false })
    await quiet.get('notifications.unsubscribe')
    expect((await quiet.get('notifications.settings')).device).toBeNull()
    await sendNotice('hanako')
    await sendNotice('kyoko')
    await delivered()
    expect(service.pushes).toEqual([])
    expect(await subscriptions()).toBe(0)
  })
})

describe('a push service', () => {
  test.each([404, 410])('that answers %i has lost the device, and nobody tries it again', async (status) => {
    await ring(await api.as('hanako'), 'dead')
    service.refuseWith(status)
    await sendNotice('hanako')
    await delivered()
    expect(await subscriptions()).toBe(0)
  })

  test.each([
    { status: 503, headers: {}, waitMs: 5_000 },
    { status: 429, headers: { 'Retry-After': '90' }, waitMs: 90_000 },
  ])(
    'that answers $status is asked again later, and the notice arrives',
    async ({ status, headers, waitMs }) => {
      const device = await ring(await api.as('hanako'), 'busy')
      service.refuseWith(status, headers)
      const push = api.server.context.gateways.push!
      const before = service.asked()
      await sendNotice('hanako')
      for (const until = Date.now() + patienceMs; service.asked() === before && Date.now() < until;)
        await deliverPushes(api.server.context, push)
      // The process that asked first may still be writing down what was answered: until then the notice is in its hands.
      await expect
        .poll(async () => {
          const [row] = await api.db.query<{ wait: number }>(
            `select extract(epoch from available_at - now())::int as wait from pushes`,
          )
          return row!.wait > waitMs / 1_000 - 5 && row!.wait <= waitMs / 1_000
        })
        .toBe(true)
      expect(service.asked()).toBe(before + 1)
      service.refuseWith(null)
      await api.db.query(`update pushes set available_at = now() - interval '1 minute'`)
      await delivered()
      expect(received(device)).toHaveLength(1)
    },
  )

  test('that refuses one message keeps the device', async () => {
    await ring(await api.as('hanako'), 'picky')
    service.refuseWith(413)
    await sendNotice('hanako')
    await delivered()
    expect(await subscriptions()).toBe(1)
  })

  test('that never takes anything is left alone after six times', async () => {
    await ring(await api.as('hanako'), 'broken')
    service.refuseWith(500)
    await sendNotice('hanako')
    await api.db.query(`update pushes set attempts = 5`)
    await api.db.query(`update pushes set available_at = now() - interval '1 minute'`)
    await delivered()
    expect(await subscriptions()).toBe(1)
  })

  test('that we do not know is never called: not inside our network, and not by another spelling', async () => {
    const hanako = await api.as('hanako')
    const { keys } = newDevice()
    for (const endpoint of [
      'https://169.254.169.254/latest/meta-data',
      'http://localhost:5432/',
      'https://fcm.googleapis.com.example.com/x',
      'http://fcm.googleapis.com/x',
      'https://fcm.googleapis.com:8443/x',
      'https://user:pass@fcm.googleapis.com/x',
      'https://notifcm.googleapis.com/x',
      `${service.origin.replace('127.0.0.1', 'localhost')}/x`,
    ]) {
      const refusal = await hanako.refused('notifications.subscribe', {
        body: { subscription: { endpoint, keys } },
      })
      expect(refusal, endpoint).toMatchObject({ status: 422, code: 'PUSH_SERVICE_UNKNOWN' })
    }
    for (const endpoint of ['javascript:alert(1)', 'file:///etc/passwd', 'fcm']) {
      const refusal = await hanako.refused('notifications.subscribe', {
        body: { subscription: { endpoint, keys } },
      })
      expect(refusal, endpoint).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
    }
    expect(await subscriptions()).toBe(0)
  })

  test('is given no key that lies beside the curve', async () => {
    const { keys } = newDevice()
    const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url')
    const body = { subscription: { endpoint: addressOf('x'), keys: { ...keys, p256dh } } }
    expect(await (await api.as('hanako')).refused('notifications.subscribe', { body })).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
    })
  })
})

describe('the switches', () => {
  test('silence their topic on devices, and never what concerns the safety of the account', async () => {
    const hanako = await api.as('hanako')
    const device = await ring(hanako, 'switches')
    const changed = await hanako.get('notifications.updateSettings', {
      body: { push: { news: false, offer: false } },
    })
    expect(changed.push).toEqual({ payment: true, offer: false, news: false, affiliate: true })
    expect(changed.mail).toEqual({ payment: true, offer: true, news: true, affiliate: true })
    await hanako.get('notifications.updateSettings', { body: { push: { offer: true } } })
    await sendNotice('hanako', { topic: 'news' })
    const notified = [
      await sendNotice('hanako', { topic: 'offer' }),
      await sendNotice('hanako', { topic: 'security' }),
    ]
    await delivered()
    expect(
      received(device)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(notified.toSorted())
  })

  test('keep the mails of payments and charges back, and the notice in the app stays', async () => {
    const hanako = await api.as('hanako')
    await api.db.query(`delete from messages where user_id = $1`, [hanako.user_id])
    await hanako.get('notifications.updateSettings', { body: { mail: { payment: false } } })
    const sale = { amount: 1_100, tenders: { cash: 1_100 } }
    const { transaction } = await sell(await api.as('clerk'), hanako, sale)
    await charge(api.db, hanako.user_id, 1_000)
    await outboxIsEmpty(api.db)
    const [row] = await api.db.query<{ mails: number; notices: number }>(
      `select (select count(*) from messages where user_id = $1 and template in ('payment_completed', 'charge_completed')) as mails,
         (select count(*) from notifications where transaction_id = $2 and topic = 'payment') as notices`,
      [hanako.user_id, transaction.id],
    )
    expect(row).toEqual({ mails: 0, notices: 1 })
  })
})

test('a payment is confirmed by one mail through a real mail server, with every figure of the bill', async () => {
  const hanako = await api.as('hanako')
  await charge(api.db, hanako.user_id, 10_000)
  await api.db.query(`delete from messages where user_id = $1`, [hanako.user_id])
  await outboxIsEmpty(api.db)
  mailServer.mails.length = 0
  const before = await hanako.get('users.wallet')
  const { transaction } = await sell(await api.as('clerk'), hanako, {
    amount: 16_500,
    tenders: { balance: 10_000, points: 50, cash: 6_450 },
    cash_tendered: 7_000,
  })
  await outboxIsEmpty(api.db)
  const isBill = ({ headers }: { headers: Record<string, string> }) =>
    headers['subject'] === '【ツキシロ】お支払いが完了しました'
  for (const until = Date.now() + patienceMs; !mailServer.mails.some(isBill) && Date.now() < until;)
    await new Promise((wake) => setTimeout(wake, 20))
  const bills = mailServer.mails.filter(isBill)
  expect(bills).toHaveLength(1)
  const text = bills[0]?.text ?? ''
  const tax = Math.floor((16_450 * 10) / 110).toLocaleString('ja-JP')
  const after = before.point_balance - 50 + transaction.received_point_total
  for (const line of [
    '例示 花子 様',
    `取引番号：${transaction.number}`,
    `店舗：${transaction.store?.name}`,
    '商品合計：16,500円',
    'ポイント値引：50pt',
    `合計：16,450円（10%対象 16,450円・内消費税 ${tax}円）`,
    '内訳：残高 10,000円／現金 6,450円',
    `今回付与：${transaction.received_point_total.toLocaleString('ja-JP')}pt`,
    `ポイント残高：${after.toLocaleString('ja-JP')}pt`,
  ])
    expect(text).toContain(line)
  expect(text).toMatch(/日時：20\d\d年\d{1,2}月\d{1,2}日\([日月火水木金土]\) \d\d:\d\d\n/)
})

test('no mail goes to an address that nobody has confirmed', async () => {
  const kyoko = await api.as('kyoko')
  await api.db.query(`update users set email_verified = false where id = $1`, [kyoko.user_id])
  const { mail_reaches } = await kyoko.get('notifications.settings')
  await sell(await api.as('clerk'), kyoko, { amount: 1_100, tenders: { cash: 1_100 } })
  await outboxIsEmpty(api.db)
  const rows = await api.db.query(
    `select 1 from messages where user_id = $1 and template = 'payment_completed'`,
    [kyoko.user_id],
  )
  expect([mail_reaches, rows]).toEqual([false, []])
})

test('without a key of its own a service in production offers no push', async () => {
  const { gateways } = api.server.context
  const context = { ...api.server.context, gateways: { ...gateways, push: null } }
  const { pushKey, subscribe } = await import('./index.ts')
  expect(await pushKey(context)).toEqual({ key: null })
  const { keys } = newDevice()
  const input = { body: { subscription: { endpoint: addressOf('x'), keys }, show_amounts: false } }
  await expect(subscribe(context, {} as never, input as never)).rejects.toMatchObject({
    code: 'PUSH_UNAVAILABLE',
  })
})
