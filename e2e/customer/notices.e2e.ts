import { expect, test } from '../lib/journey.ts'
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { noticesOn, pusherOf, tuneIn } from '../lib/pushes.ts'
import type { Shop } from '../lib/shop.ts'

const message = '本日は棚卸しのため19時に閉店します。'

async function leaveNotice(
  shop: Shop,
  username: string,
  title: string,
): Promise<{ id: string; created_at: Date }> {
  const { rows } = await shop.db.query<{ id: string; created_at: Date }>(
    `insert into notifications (id, user_id, kind, facts, dedupe_key)
     select $1::uuid, id, 'news', jsonb_build_object('title', $2::text, 'message', $4::text), $1::uuid::text
     from users where username = $3 returning id, created_at`,
    [randomUUID(), title, username, message],
  )
  return rows[0]!
}

/** Touches the notice that stands on the screen. */
async function touch(phone: Page): Promise<void> {
  const [worker] = phone.context().serviceWorkers()
  expect(worker, 'the worker runs').toBeDefined()
  await worker!.evaluate(`self.registration.getNotifications().then(([notification]) =>
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`)
}

test(
  'A push stands on the screen, counts at the bell, and opens its own page and no other',
  { tag: '@service-worker' },
  async ({ stage }) => {
    const { shop } = stage
    const phone = await stage.customer('hanako')
    await phone.context().grantPermissions(['notifications'], { origin: shop.phoneOrigin })
    await phone.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    const push = await pusherOf(shop, phone)

    const title = '閉店時間のお知らせ'
    const { id, created_at } = await leaveNotice(shop, 'hanako', title)
    const before = Number(/\d+/.exec((await bell(phone).getAttribute('aria-label')) ?? '')?.[0] ?? 0)
    await push(JSON.stringify({ id, title, body: message }))
    await expect
      .poll(() => noticesOn(phone), 'the notice is shown')
      .toStrictEqual([{ title, body: message, tag: id }])
    await expect(phone.getByLabel(`お知らせ 未読 ${before + 1} 件`).first()).toBeVisible()

    await touch(phone)
    await phone.waitForURL((url) => url.pathname === `/notification/${id}`)
    await expect(phone.getByRole('heading', { name: title }).first()).toBeVisible()
    await expect
      .poll(
        async () =>
          (
            await shop.db.query<{ read: boolean }>(
              `select read_at is not null as read from notifications where id = $1`,
              [id],
            )
          ).rows[0]?.read,
        'opening has read it',
      )
      .toBe(true)

    // The list is looked at on the day of the notice, even where a midnight lies between.
    await phone.clock.setFixedTime(created_at)
    // The worker opens its own pages alone, even if a push names another address.
    await push(
      JSON.stringify({ id: 'https://evil.example/', url: 'https://evil.example/', title: '当選しました' }),
    )
    await expect.poll(() => noticesOn(phone), 'the second is shown').toHaveLength(1)
    await touch(phone)
    await phone.waitForURL((url) => url.origin === shop.phoneOrigin && url.pathname === '/notification')
    await expect(phone.getByRole('heading', { name: '今日' }).first()).toBeVisible()
    await push('これはJSONではありません')
    await expect
      .poll(() => noticesOn(phone), 'a broken one is still a notice')
      .toMatchObject([{ title: 'お知らせ' }])
  },
)

const bell = (page: Page) => page.getByLabel(/^お知らせ/).first()

test(
  'The list stands by day, a foreign notice is not found, and a payment leads to its transaction',
  { tag: '@service-worker' },
  async ({ stage }) => {
    const { shop } = stage
    const { id: foreign } = await leaveNotice(shop, 'kyoko', '京子さんへ')
    const phone = await stage.customerAt('/notification', 'hanako')
    await expect(phone.getByRole('heading', { name: 'それ以前' }).first()).toBeVisible()
    const more = phone.getByRole('button', { name: 'さらに表示' })
    const rows = phone.getByRole('main').getByRole('listitem')
    expect(await rows.count()).toBe(10)
    await more.click()
    await expect.poll(() => rows.count(), 'ten more').toBeGreaterThan(10)

    await phone
      .getByRole('link', { name: /お支払いが完了しました/ })
      .first()
      .click()
    await phone.getByRole('link', { name: '取引の詳細を見る' }).click()
    await phone.waitForURL(/\/transaction\//)

    for (const id of [foreign, randomUUID()]) {
      await phone.goto(`/notification/${id}`)
      await expect(phone.getByText('お知らせが見つかりませんでした').first()).toBeVisible()
    }
    await phone.getByRole('link', { name: '一覧へ' }).click()
    await phone.waitForURL((url) => url.pathname === '/notification')
  },
)

test(
  'A member lets this device ring, chooses what about, and takes it back',
  { tag: '@service-worker' },
  async ({ stage }) => {
    const phone = await stage.customer('kyoko')
    await tuneIn(stage.shop, phone, 'kyoko')
    await phone.goto('/user/setting?tab=push')
    const device = phone.getByRole('switch', { name: 'この端末で通知を受け取る' })
    await expect(phone.getByText('許可', { exact: true }).first()).toBeVisible()
    expect(await device.isChecked()).toBe(false)
    // A switch moves when the server has answered, not under the finger.
    await device.click()
    await expect(phone.getByText('通知をオンにしました').first()).toBeVisible()
    await expect.poll(() => device.isChecked(), 'the switch is on').toBe(true)
    const amounts = phone.getByRole('switch', { name: 'ロック画面に金額を表示する' })
    await amounts.click()
    await expect.poll(() => amounts.isChecked(), 'amounts are shown').toBe(true)
    const offers = phone.getByRole('switch', { name: '特典' })
    await offers.first().click()
    await expect.poll(() => offers.first().isChecked(), 'offers are off').toBe(false)
    await expect
      .poll(
        async () =>
          (
            await stage.shop.db.query<{ shows_amounts: boolean; push_off: string[] }>(
              `select s.shows_amounts, c.push_off from push_subscriptions s
           join notification_choices c on c.user_id = s.user_id join users u on u.id = s.user_id where u.username = 'kyoko'`,
            )
          ).rows,
        'the server knows',
      )
      .toEqual([{ shows_amounts: true, push_off: ['offer'] }])
    await phone.reload()
    await expect.poll(() => device.isChecked(), 'it stays on').toBe(true)
    expect([await offers.first().isChecked(), await offers.last().isChecked()]).toStrictEqual([false, true])
    await device.click()
    await expect(phone.getByText('通知をオフにしました').first()).toBeVisible()
    const { rows } = await stage.shop.db.query('select 1 from push_subscriptions')
    expect(rows).toStrictEqual([])
  },
)
