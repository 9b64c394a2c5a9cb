import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { eventually, sees } from './lib/expect.ts'
import { wholeJourney } from './lib/journey.ts'
import { noticesOn, pusherOf, tuneIn } from './lib/pushes.ts'
import type { Shop } from './lib/shop.ts'

const message = '本日は棚卸しのため19時に閉店します。'

async function leaveNotice(
  shop: Shop,
  username: string,
  title: string,
): Promise<{ id: string; created_at: Date }> {
  const { rows } = await shop.db.query<{ id: string; created_at: Date }>(
    `insert into notifications (id, user_id, kind, facts, dedupe_key)
     select $1::uuid, id, 'news', jsonb_build_object('title', $2::text, 'message', $4::text), $1::uuid::text from users where username = $3 returning id, created_at`,
    [randomUUID(), title, username, message],
  )
  return rows[0]!
}

/** Touches the notice that stands on the screen. */
async function touch(phone: Page): Promise<void> {
  const [worker] = phone.context().serviceWorkers()
  assert.ok(worker, 'the worker runs')
  await worker.evaluate(`self.registration.getNotifications().then(([notification]) =>
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`)
}

wholeJourney(
  'A push stands on the screen, counts at the bell, and opens its own page and no other',
  async (stage) => {
    const { shop } = stage
    const phone = await stage.customer('hanako')
    await phone.context().grantPermissions(['notifications'], { origin: shop.phoneOrigin })
    await phone.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    const push = await pusherOf(shop, phone)

    const title = '閉店時間のお知らせ'
    const { id, created_at } = await leaveNotice(shop, 'hanako', title)
    const before = Number(/\d+/.exec((await bell(phone).getAttribute('aria-label')) ?? '')?.[0] ?? 0)
    await push(JSON.stringify({ id, title, body: message }))
    const [notice] = await eventually(
      'the notice is shown',
      () => noticesOn(phone),
      (list) => list.length === 1,
    )
    assert.deepEqual(notice, { title, body: message, tag: id })
    await sees(phone.getByLabel(`お知らせ 未読 ${before + 1} 件`))

    await touch(phone)
    await phone.waitForURL((url) => url.pathname === `/notification/${id}`)
    await sees(phone.getByRole('heading', { name: title }))
    await eventually(
      'opening has read it',
      async () =>
        (
          await shop.db.query<{ read: boolean }>(
            `select read_at is not null as read from notifications where id = $1`,
            [id],
          )
        ).rows[0]?.read,
      (read) => read === true,
    )

    // The list is looked at on the day of the notice, even where a midnight lies between.
    await phone.clock.setFixedTime(created_at)
    // The worker opens its own pages alone, even if a push names another address.
    await push(
      JSON.stringify({ id: 'https://evil.example/', url: 'https://evil.example/', title: '当選しました' }),
    )
    await eventually(
      'the second is shown',
      () => noticesOn(phone),
      (list) => list.length === 1,
    )
    await touch(phone)
    await phone.waitForURL((url) => url.origin === shop.phoneOrigin && url.pathname === '/notification')
    await sees(phone.getByRole('heading', { name: '今日' }))
    await push('これはJSONではありません')
    const [bare] = await eventually(
      'a broken one is still a notice',
      () => noticesOn(phone),
      (list) => list.length === 1,
    )
    assert.equal(bare?.title, 'お知らせ')
  },
)

const bell = (page: Page) => page.getByLabel(/^お知らせ/).first()

wholeJourney(
  'The list stands by day, a foreign notice is not found, and a payment leads to its transaction',
  async (stage) => {
    const { shop } = stage
    const { id: foreign } = await leaveNotice(shop, 'kyoko', '京子さんへ')
    const phone = await stage.customerAt('/notification', 'hanako')
    await sees(phone.getByRole('heading', { name: 'それ以前' }))
    const more = phone.getByRole('button', { name: 'さらに表示' })
    const rows = phone.getByRole('main').getByRole('listitem')
    assert.equal(await rows.count(), 10)
    await more.click()
    await eventually(
      'ten more',
      () => rows.count(),
      (count) => count > 10,
    )

    await phone
      .getByRole('link', { name: /お支払いが完了しました/ })
      .first()
      .click()
    await phone.getByRole('link', { name: '取引の詳細を見る' }).click()
    await phone.waitForURL(/\/transaction\//)

    for (const id of [foreign, randomUUID()]) {
      await phone.goto(`/notification/${id}`)
      await sees(phone.getByText('お知らせが見つかりませんでした'))
    }
    await phone.getByRole('link', { name: '一覧へ' }).click()
    await phone.waitForURL((url) => url.pathname === '/notification')
  },
)

wholeJourney('A member lets this device ring, chooses what about, and takes it back', async (stage) => {
  const phone = await stage.customer('kyoko')
  await tuneIn(stage.shop, phone, 'kyoko')
  await phone.goto('/user/setting?tab=push')
  const device = phone.getByRole('switch', { name: 'この端末で通知を受け取る' })
  await sees(phone.getByText('許可', { exact: true }))
  assert.equal(await device.isChecked(), false)
  // A switch moves when the server has answered, not under the finger.
  await device.click()
  await sees(phone.getByText('通知をオンにしました'))
  await eventually(
    'the switch is on',
    () => device.isChecked(),
    (on) => on,
  )
  const amounts = phone.getByRole('switch', { name: 'ロック画面に金額を表示する' })
  await amounts.click()
  await eventually(
    'amounts are shown',
    () => amounts.isChecked(),
    (on) => on,
  )
  const offers = phone.getByRole('switch', { name: '特典' })
  await offers.first().click()
  await eventually(
    'offers are off',
    () => offers.first().isChecked(),
    (on) => !on,
  )
  await eventually(
    'the server knows',
    async () =>
      (
        await stage.shop.db.query<{ shows_amounts: boolean; push_off: string[] }>(
          `select s.shows_amounts, c.push_off from push_subscriptions s
           join notification_choices c on c.user_id = s.user_id join users u on u.id = s.user_id where u.username = 'kyoko'`,
        )
      ).rows,
    (rows) => rows.length === 1 && rows[0]?.shows_amounts === true && rows[0].push_off.join() === 'offer',
  )
  await phone.reload()
  await eventually(
    'it stays on',
    () => device.isChecked(),
    (on) => on,
  )
  assert.deepEqual([await offers.first().isChecked(), await offers.last().isChecked()], [false, true])
  await device.click()
  await sees(phone.getByText('通知をオフにしました'))
  const { rows } = await stage.shop.db.query('select 1 from push_subscriptions')
  assert.deepEqual(rows, [])
})
